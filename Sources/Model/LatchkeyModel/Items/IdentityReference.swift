// The stable handle of an identity: the one of its certificate under another name.
// SPDX-License-Identifier: Apache-2.0

/// The persistent reference of an identity (reference 3.10.4): `idnt`, then the UUID of the certificate's row.
package struct IdentityReference: Hashable, Sendable {
    /// The value of `kSecClass`.
    package static let className = "idnt"

    package let certificate: RowIdentifier

    package init(certificate: RowIdentifier) { self.certificate = certificate }

    /// - Returns: nil unless `bytes` are 20 bytes that begin with the class.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count == 20, bytes.starts(with: Self.className.utf8), let certificate = RowIdentifier(bytes[4...])
        else { return nil }
        self.certificate = certificate
    }

    /// The 20 bytes.
    package var encoded: [UInt8] { Array(Self.className.utf8) + certificate.bytes }
}
