// Passwords in the forms in which they are hashed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

extension ItemSecret {
    /// The password as PKCS#12 hashes it: UTF-16, the greater byte first, and a zero at the end (RFC 7292, appendix
    /// B.1).
    /// - Throws: `.authFailed` for bytes that are no UTF-8: no file has such a password.
    func utf16WithZero() throws(KeychainError) -> ItemSecret {
        let refusal = KeychainError(.authFailed, during: "reading a password that is no text")
        guard count <= Self.longestPassword else { throw refusal }
        var units = 0
        var isText = true
        // Twice as many bytes are enough: no character has more units than bytes.
        let spacious = unsafe SecretBytes(count: 2 * count + 2) { target in
            unsafe bytes.withUnsafeBytes { bytes in
                var decoder = UTF8()
                var iterator = unsafe bytes.makeIterator()
                decoding: while true {
                    switch unsafe decoder.decode(&iterator) {
                    case .scalarValue(let scalar):
                        for unit in UTF16.encode(scalar) ?? .init() {
                            unsafe target[2 * units] = UInt8(unit >> 8)
                            unsafe target[2 * units + 1] = UInt8(truncatingIfNeeded: unit)
                            units += 1
                        }
                    case .emptyInput: break decoding
                    case .error:
                        isText = false
                        break decoding
                    }
                }
            }
        }
        guard isText else { throw refusal }
        let used = 2 * units + 2
        return ItemSecret(
            unsafe spacious.withUnsafeBytes { bytes in
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<used]))
            })
    }

    /// Longest password that is hashed, in bytes.
    static let longestPassword = 1 << 16
}
