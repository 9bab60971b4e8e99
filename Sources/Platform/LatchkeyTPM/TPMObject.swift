// An object that a TPM has made, as it is kept outside.
// SPDX-License-Identifier: Apache-2.0

/// What a TPM needs to load an object again: its secret part, which this TPM alone can open, and its public part.
/// Neither is secret.
package struct TPMObject: Hashable, Sendable {
    /// TPM2B_PRIVATE.
    package let privatePart: [UInt8]
    /// TPM2B_PUBLIC.
    package let publicPart: [UInt8]

    /// Most bytes of either part. A TPM2B_PRIVATE of a P-256 key or 32 sealed bytes has 128 to 160.
    package static let largestPart = 1024

    package init(privatePart: [UInt8], publicPart: [UInt8]) {
        self.privatePart = privatePart
        self.publicPart = publicPart
    }

    /// The public key of a P-256 key, as ANSI X9.63 writes it; nil for anything else.
    package var publicKey: [UInt8]? {
        var reader = TPMReader(publicPart)
        guard let size = reader.number(UInt16.self), Int(size) == publicPart.count - 2,
            reader.number(UInt16.self) == TPMAlgorithm.ecc, reader.number(UInt16.self) == TPMAlgorithm.sha256,
            reader.number(UInt32.self) != nil, reader.sized() != nil,
            reader.number(UInt16.self) == TPMAlgorithm.none, reader.number(UInt16.self) == TPMAlgorithm.none,
            reader.number(UInt16.self) == TPMAlgorithm.p256, reader.number(UInt16.self) == TPMAlgorithm.none,
            let x = reader.sized()?.padded(to: 32), let y = reader.sized()?.padded(to: 32), reader.isAtEnd
        else { return nil }
        return [0x04] + x + y
    }
}
