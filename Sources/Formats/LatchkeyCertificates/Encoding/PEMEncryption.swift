// What the headers of a PEM block say that OpenSSL has encrypted in its own way (RFC 1421, section 4.6.1.3).
// SPDX-License-Identifier: Apache-2.0

/// A cipher and where it begins.
package struct PEMEncryption: Hashable, Sendable {
    /// As OpenSSL calls the cipher, such as `AES-256-CBC`.
    package let cipher: String
    /// The initialisation vector, whose first eight bytes are the salt of the password.
    package let vector: [UInt8]

    /// Longest header that is read, in bytes.
    static let longestHeader = 96

    /// Nil for headers that say anything else.
    init?(headers: [String]) {
        guard headers.count == 2, headers[0] == "Proc-Type: 4,ENCRYPTED", headers[1].hasPrefix("DEK-Info: ") else {
            return nil
        }
        let parts = headers[1].dropFirst(10).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.count.isMultiple(of: 2),
            (16...32).contains(parts[1].utf8.count)
        else { return nil }
        let digits = parts[1].compactMap(\.hexDigitValue)
        guard digits.count == parts[1].utf8.count else { return nil }
        cipher = String(parts[0])
        vector = stride(from: 0, to: digits.count, by: 2).map { (place: Int) -> UInt8 in
            UInt8(digits[place] << 4 | digits[place + 1])
        }
    }
}
