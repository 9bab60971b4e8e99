// What is in a file of a form that holds several items, that is under a passphrase, or that is OpenSSH's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform

struct ExternalContents {
    var items: [ExternalItem]
    /// The form of the file, where it is one of those that are read here.
    var container: ExternalFormat?

    init(items: [ExternalItem], container: ExternalFormat?) {
        self.items = items
        self.container = container
    }

    /// Nil for a block of another label.
    /// - Parameter budget: of the whole file, also of all blocks together.
    init?(
        in block: PEMBlock, _ passphrase: FilePassphrase, within budget: inout WorkBudget
    ) throws(TransferFailure) {
        if let encryption = block.encryption {
            let key = try passphrase.opening { passphrase throws(KeychainError) in
                try EncryptedPEM.key(in: block, encryption, password: passphrase)
            }
            self.init(items: [.key(key)], container: nil)
            return
        }
        switch block.label {
        case "ENCRYPTED PRIVATE KEY": self = try Self.encryptedKey(block.contents, passphrase, &budget)
        case "PKCS7", "CMS", "PKCS #7 SIGNED DATA": self = try Self.certificates(block.contents)
        case "PKCS12": self = try Self.pkcs12(block.contents, passphrase, &budget)
        case "OPENSSH PRIVATE KEY":
            let key = try passphrase.opening { passphrase throws(KeychainError) in
                try OpenSSHPrivateKey.key(in: block.contents, passphrase: passphrase, within: &budget)
            }
            self.init(items: [.key(key)], container: .openssh2)
        // As OpenSSL calls Netscape's sequence.
        case "CERTIFICATE" where CertificateMessage.isNetscape(block.contents):
            self = try Self.certificates(block.contents)
        default: return nil
        }
    }

    /// Nil for bytes of another form.
    init?(
        der: ItemSecret, _ passphrase: FilePassphrase, within budget: inout WorkBudget
    ) throws(TransferFailure) {
        if EncryptedPrivateKey.isOne(der) {
            self = try Self.encryptedKey(der, passphrase, &budget)
        } else if PKCS12Reader.isOne(der) {
            self = try Self.pkcs12(der, passphrase, &budget)
        } else if CertificateMessage.isOne(der) {
            self = try Self.certificates(der)
        } else {
            let keys = try transferring { () throws(KeychainError) in try OpenSSHPublicKey.keys(in: der) }
            guard let keys else { return nil }
            self.init(items: keys.map { .key($0) }, container: .openssh2)
        }
    }

    private static func encryptedKey(
        _ der: ItemSecret, _ passphrase: FilePassphrase, _ budget: inout WorkBudget
    ) throws(TransferFailure) -> ExternalContents {
        let key = try passphrase.opening { passphrase throws(KeychainError) in
            try EncryptedPrivateKey.key(in: der, password: passphrase, within: &budget)
        }
        return ExternalContents(items: [.key(key)], container: .pkcs8)
    }

    private static func certificates(_ der: ItemSecret) throws(TransferFailure) -> ExternalContents {
        let certificates = try transferring { () throws(KeychainError) in
            try CertificateMessage.certificates(in: der)
        }
        return ExternalContents(
            items: certificates.map { .certificate($0) },
            container: CertificateMessage.isNetscape(der) ? .netscape : .pkcs7)
    }

    private static func pkcs12(
        _ der: ItemSecret, _ passphrase: FilePassphrase, _ budget: inout WorkBudget
    ) throws(TransferFailure) -> ExternalContents {
        let contents = try passphrase.opening { passphrase throws(KeychainError) in
            try PKCS12Reader.contents(of: der, password: passphrase, within: &budget)
        }
        let keys = contents.keys.map { ExternalItem.key($0.key) }
        let certificates = contents.certificates.map { ExternalItem.certificate($0.certificate) }
        return ExternalContents(items: keys + certificates, container: .pkcs12)
    }
}
