// A certificate or key on its way out of a keychain.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates
package import KeychainModel

package enum ExportedItem: Sendable {
    /// The bytes that are stored.
    case certificate([UInt8])
    case key(KeyData)

    /// What the item holds in a format that takes one item, in wiped memory.
    /// - Throws: `.message` for a format that items of its kind do not have.
    package func contents(in format: ExternalFormat) throws(CommandFailure) -> ItemSecret {
        if format == .raw, case .key(let key) = self { return key.externalRepresentation }
        return try block(in: format).contents
    }

    /// The item between two lines of PEM, which say what it is.
    /// - Throws: as ``contents(in:)``.
    package func block(in format: ExternalFormat) throws(CommandFailure) -> PEMBlock {
        switch self {
        case .certificate(let bytes):
            guard [.openssl, .x509, .pemseq].contains(format) else { throw refusal(of: format, "a certificate") }
            return PEMBlock(label: "CERTIFICATE", contents: ItemSecret(copying: bytes))
        case .key(let key):
            guard let keyFormat = Self.keyFormat(of: key, in: format) else {
                throw refusal(of: format, "a \(key.keyClass) key")
            }
            return try calling("SecKeychainItemExport") { () throws(KeychainError) in try PEMBlock(key, keyFormat) }
        }
    }

    private static func keyFormat(of key: KeyData, in format: ExternalFormat) -> KeyFormat? {
        switch (format, key.keyClass, key.kind.type) {
        case (.openssl, .public, _), (.pemseq, .public, _): .subjectPublicKeyInfo
        case (.openssl, _, .rsa), (.pemseq, _, .rsa), (.bsafe, _, .rsa): .pkcs1
        case (.openssl, _, .ellipticCurve), (.pemseq, _, .ellipticCurve): .sec1
        case (.openssl, _, _), (.pemseq, _, _): .pkcs8
        case (.pkcs8, .private, _): .pkcs8
        default: nil
        }
    }

    private func refusal(of format: ExternalFormat, _ words: String) -> CommandFailure {
        .message("\(words) has no form \(format.rawValue); choose what is exported with -t, or another format with -f")
    }
}
