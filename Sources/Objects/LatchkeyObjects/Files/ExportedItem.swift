// A certificate or key on its way out of a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
package import LatchkeyPlatform

package enum ExportedItem: Sendable {
    /// The bytes that are stored.
    case certificate([UInt8])
    case key(KeyData)

    /// What the item holds in a format that takes one item, in wiped memory.
    /// - Throws: a failure for a format that items of its kind do not have.
    package func contents(
        in format: ExternalFormat, passphrase: ItemSecret? = nil
    ) throws(TransferFailure) -> ItemSecret {
        if format == .raw, case .key(let key) = self, passphrase == nil { return key.externalRepresentation }
        // OpenSSH has no form of its keys but texts.
        guard format != .openssh2 else { return try text(in: format, passphrase: passphrase) }
        return try block(in: format, passphrase: passphrase).contents
    }

    /// The item between two lines of PEM, or a public key in the one line of OpenSSH.
    /// - Throws: as ``contents(in:passphrase:)``.
    package func text(
        in format: ExternalFormat, passphrase: ItemSecret? = nil
    ) throws(TransferFailure) -> ItemSecret {
        guard format == .openssh2, case .key(let key) = self, key.keyClass == .public else {
            return try block(in: format, passphrase: passphrase).text
        }
        return try transferring { () throws(KeychainError) in try OpenSSHPublicKey.line(of: key) }
    }

    package var isPrivateKey: Bool { if case .key(let key) = self { key.keyClass == .private } else { false } }

    /// Why the kind of a key does not have a format that other kinds have, or nil. What no certificate, no public or no
    /// private key has is another matter: the user chose it.
    package func lack(of format: ExternalFormat) -> KeychainError? {
        guard case .key(let key) = self else { return nil }
        switch format {
        case .openssh2:
            do throws(KeychainError) {
                _ = try OpenSSHPublicKey.line(of: key.publicKey)
                return nil
            } catch {
                return error
            }
        case .bsafe where key.kind != .rsa: return .unavailable("the form bsafe is for keys of RSA")
        default: return nil
        }
    }

    /// The item between two lines of PEM, which say what it is.
    /// - Throws: as ``contents(in:passphrase:)``; for a public key in the form `openssh2`, which has no such lines.
    package func block(
        in format: ExternalFormat, passphrase: ItemSecret? = nil
    ) throws(TransferFailure) -> PEMBlock {
        if format == .openssh2, isPrivateKey, case .key(let key) = self {
            let contents = try transferring { () throws(KeychainError) in
                try OpenSSHPrivateKey.file(of: key, passphrase: passphrase)
            }
            return PEMBlock(label: "OPENSSH PRIVATE KEY", contents: contents)
        }
        if let passphrase, isPrivateKey, case .key(let key) = self {
            guard [.openssl, .pemseq, .pkcs8].contains(format) else { throw .hasNoForm("an encrypted key", format) }
            let contents = try transferring { () throws(KeychainError) in
                try EncryptedPrivateKey.encrypted(key, password: passphrase)
            }
            return PEMBlock(label: "ENCRYPTED PRIVATE KEY", contents: contents)
        }
        switch self {
        case .certificate(let bytes):
            guard [.openssl, .x509, .pemseq].contains(format) else { throw .hasNoForm("a certificate", format) }
            return PEMBlock(label: "CERTIFICATE", contents: ItemSecret(copying: bytes))
        case .key(let key):
            guard let keyFormat = Self.keyFormat(of: key, in: format) else {
                throw .hasNoForm("a \(key.keyClass) key", format)
            }
            return try transferring { () throws(KeychainError) in try PEMBlock(key, keyFormat) }
        }
    }

    /// What a file of these items holds, one part after the other.
    /// - Parameters:
    ///   - isPEM: Each item in PEM; the formats `pemseq` and `openssh2` are texts in any case.
    ///   - passphrase: Under which private keys are, or nil for none.
    /// - Throws: as ``contents(in:passphrase:)`` and ``container(of:in:passphrase:)``.
    package static func texts(
        of items: [ExportedItem], in format: ExternalFormat, isPEM: Bool, passphrase: ItemSecret? = nil
    ) throws(TransferFailure) -> [ItemSecret] {
        if format.isContainer {
            let block = try container(of: items, in: format, passphrase: passphrase)
            return [isPEM ? block.text : block.contents]
        }
        guard isPEM || format == .pemseq || format == .openssh2 else {
            guard items.count == 1 else { throw .holdsOneItem(format, items.count) }
            return [try items[0].contents(in: format, passphrase: passphrase)]
        }
        var texts: [ItemSecret] = []
        for item in items { texts.append(try item.text(in: format, passphrase: passphrase)) }
        return texts
    }

    /// All items in one file.
    /// - Throws: a failure for items that the format does not have; public keys are left out, certificates hold them.
    package static func container(
        of items: [ExportedItem], in format: ExternalFormat, passphrase: ItemSecret?
    ) throws(TransferFailure) -> PEMBlock {
        guard format != .netscape else {
            throw .isReadOnly(format)
        }
        var certificates: [Certificate] = []
        for case .certificate(let bytes) in items {
            guard let certificate = try? Certificate(der: bytes) else {
                throw .isNoCertificate
            }
            certificates.append(certificate)
        }
        guard format == .pkcs12, let passphrase else {
            guard format == .pkcs7, !certificates.isEmpty, certificates.count == items.count else {
                throw .holdsCertificatesAlone(format)
            }
            return PEMBlock(label: "PKCS7", contents: CertificateMessage.encoded(certificates))
        }
        var contents = PKCS12Contents()
        for certificate in certificates {
            contents.append(
                certificate,
                .init(name: certificate.subjectSummary, keyID: certificate.publicKeyHash))
        }
        let index = CertificateIndex(certificates.map { .certificate($0) })
        for case .key(let key) in items where key.keyClass == .private {
            let name = index.certificates(of: .key(key)).first?.subjectSummary
            contents.append(key, .init(name: name, keyID: key.applicationLabel))
        }
        guard !contents.keys.isEmpty || !contents.certificates.isEmpty else {
            throw .nothingToWrite
        }
        let file = try transferring { () throws(KeychainError) in
            try contents.encoded(password: passphrase)
        }
        return PEMBlock(label: "PKCS12", contents: file)
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

}
