// The Name of an object of a TPM.
// SPDX-License-Identifier: Apache-2.0

/// The algorithm of a digest, two bytes, and the digest of the public area: whoever knows a key's Name knows which key
/// it is (TPM 2.0 Library, part 1, section 16). It is not secret.
package struct TPMName: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Bytes of a Name with SHA-1, and with SHA-512.
    package static let sizes = 22...66

    /// - Returns: nil for bytes that are no Name, such as those of a handle.
    package init?(_ bytes: [UInt8]) {
        let size: Int? =
            switch bytes.prefix(2) {
            case [0x00, 0x04]: 20
            case [0x00, 0x0B], [0x00, 0x12], [0x00, 0x27]: 32
            case [0x00, 0x0C], [0x00, 0x28]: 48
            case [0x00, 0x0D], [0x00, 0x29]: 64
            default: nil
            }
        guard let size, bytes.count == 2 + size else { return nil }
        self.bytes = bytes
    }
}
