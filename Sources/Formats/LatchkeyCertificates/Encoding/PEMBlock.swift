// Textual encoding of certificates and keys (RFC 7468), in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// One block between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
package struct PEMBlock: Sendable {
    package let label: String
    package let contents: ItemSecret
    /// What the contents are under, where the block has headers.
    package let encryption: PEMEncryption?

    /// Most bytes of a text that is read.
    package static let largestText = 16 << 20

    package init(label: String, contents: ItemSecret) {
        self.init(label: label, contents: contents, encryption: nil)
    }

    init(label: String, contents: ItemSecret, encryption: PEMEncryption?) {
        self.label = label
        self.contents = contents
        self.encryption = encryption
    }

    package init(_ certificate: Certificate) {
        self.init(label: "CERTIFICATE", contents: ItemSecret(copying: certificate.der))
    }

    /// - Throws: `.unimplemented` for a form that the key does not have.
    package init(_ key: KeyData, _ format: KeyFormat) throws(KeychainError) {
        let label =
            switch (format, key.keyClass) {
            case (.pkcs8, _): "PRIVATE KEY"
            case (.pkcs1, .private): "RSA PRIVATE KEY"
            case (.pkcs1, .public): "RSA PUBLIC KEY"
            case (.sec1, _): "EC PRIVATE KEY"
            case (.subjectPublicKeyInfo, _): "PUBLIC KEY"
            }
        self.init(label: label, contents: try key.der(format))
    }

    /// The key in the block, or nil if its label names none.
    /// - Throws: `.decode` for bytes that are no key, `.unimplemented` for an encrypted key or one of a kind that is
    ///   not known.
    package func key() throws(KeychainError) -> KeyData? {
        try requireOpen()
        return switch label {
        case "PRIVATE KEY": try KeyData(der: contents, format: .pkcs8, .private)
        case "RSA PRIVATE KEY": try KeyData(der: contents, format: .pkcs1, .private)
        case "EC PRIVATE KEY": try KeyData(der: contents, format: .sec1, .private)
        case "PUBLIC KEY": try KeyData(der: contents, format: .subjectPublicKeyInfo, .public)
        case "RSA PUBLIC KEY": try KeyData(der: contents, format: .pkcs1, .public)
        case "ENCRYPTED PRIVATE KEY":
            throw KeychainError(.unimplemented, during: "reading an encrypted private key")
        default: nil
        }
    }

    /// The certificate in the block, or nil if its label names none.
    /// - Throws: `.decode` for bytes that are no certificate.
    package func certificate() throws(KeychainError) -> Certificate? {
        guard ["CERTIFICATE", "X509 CERTIFICATE"].contains(label) else { return nil }
        try requireOpen()
        return try Certificate(der: contents.bytes.declassified(because: "a certificate is public"))
    }

    /// - Throws: `.unimplemented` for a block that is encrypted.
    package func requireOpen() throws(KeychainError) {
        guard encryption == nil else {
            throw KeychainError(.unimplemented, during: "reading a PEM block that is encrypted")
        }
    }
}

extension PEMBlock {
    /// The text of the block: lines of 64 characters, with a newline at the end.
    package var text: ItemSecret {
        let begin = Array("-----BEGIN \(label)-----\n".utf8)
        let end = Array("-----END \(label)-----\n".utf8)
        return ItemSecret(
            unsafe contents.bytes.withUnsafeBytes { bytes in unsafe Base64.encode(bytes, between: begin, and: end) })
    }
}
