// The formats of `import` and `export` by the names of macOS (reference 6.6).
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

package enum ExternalFormat: String, Hashable, Sendable, CaseIterable {
    case openssl, pkcs8, x509, pemseq, bsafe, raw
    case openssh1, openssh2, pkcs7, pkcs12, netscape

    /// The value of `-f`.
    /// - Throws: `.usage` for no format, -4 for one that this version does not have.
    package init(named name: String, calling function: String) throws(CommandFailure) {
        guard let format = ExternalFormat(rawValue: name) else { throw .usage("\(name) is no format") }
        if let hint = format.hint { throw .keychain(.unavailable(hint), function: function) }
        self = format
    }

    /// Why the format cannot be used, or nil where it can.
    package var hint: StaticString? {
        switch self {
        case .openssl, .pkcs8, .x509, .pemseq, .bsafe, .raw: nil
        case .pkcs12: Self.pkcs12Hint
        case .pkcs7: Self.pkcs7Hint
        case .openssh1, .openssh2, .netscape: Self.openSSHHint
        }
    }

    private static let pkcs12Hint: StaticString =
        "this version has no PKCS#12; for import: openssl pkcs12 -in FILE -nodes | security import -"
    private static let pkcs7Hint: StaticString =
        "this version has no PKCS#7; for import: openssl pkcs7 -in FILE -print_certs | security import -"
    private static let openSSHHint: StaticString =
        "this version has no OpenSSH and no Netscape formats; it has PEM and DER"
    static let encryptedHint: StaticString =
        "this version reads no encrypted private keys; openssl pkey -in FILE | security import -"

    /// What to do about bytes that are in none of the formats that can be read, or nil where they are not recognised.
    package static func hint(forForeign bytes: borrowing SecretBytes) -> StaticString? {
        unsafe bytes.withUnsafeBytes { bytes in
            func contains(_ object: [UInt8], within limit: Int) -> Bool {
                let head = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
                return head.indices.contains { unsafe head[$0...].starts(with: object) }
            }
            guard unsafe bytes.first == 0x30 else { return nil }
            // INTEGER 3 first, then pkcs7-data or pkcs7-signedData; or those at once; or pkcs-5 or pkcs-12 encryption.
            let pkcs7: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
            if contains([0x02, 0x01, 0x03, 0x30], within: 9), contains(pkcs7, within: 32) { return pkcs12Hint }
            if contains(pkcs7, within: 18) { return pkcs7Hint }
            let encryption: [[UInt8]] = [
                [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05], [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c],
            ]
            return encryption.contains { contains($0, within: 24) } ? encryptedHint : nil
        }
    }

    /// What to do about a PEM block that can be read as no certificate and no key, or nil where its label is not known.
    package static func hint(forLabel label: String) -> StaticString? {
        switch label {
        case "ENCRYPTED PRIVATE KEY": encryptedHint
        case "PKCS7", "CMS", "PKCS #7 SIGNED DATA": pkcs7Hint
        case "PKCS12": pkcs12Hint
        case "OPENSSH PRIVATE KEY", "SSH2 PUBLIC KEY", "SSH2 ENCRYPTED PRIVATE KEY": openSSHHint
        default: nil
        }
    }
}
