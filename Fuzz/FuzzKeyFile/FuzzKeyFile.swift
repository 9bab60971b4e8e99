// Fuzzes files of keys: PKCS#12, encrypted PKCS#8 and PEM, PKCS#7 and OpenSSH, and how `import` tells them apart. What
// is read is written and read again the same.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzKeyFile {
    static let codes: Set<KeychainError.Code> = [.decode, .unimplemented, .authFailed]
    private static let password = ItemSecret(copying: Array("fixture-passphrase".utf8))

    private static let nothing = ItemSecret(copying: [])

    /// Rounds of hashing, so that no input takes long.
    private static let few = WorkBudget(rounds: 30_000)

    static func main() {
        unsafe fuzz { start, count in
            FuzzKeyFile.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        let file = ItemSecret(copying: bytes)
        attempt { () throws(KeychainError) in
            var budget = few
            let contents = try PKCS12Reader.contents(of: file, password: password, within: &budget)
            let index = PKCS12Index(contents)
            for key in contents.keys {
                if let own = index.certificate(of: key) {
                    check(!index.chain(from: own.certificate).isEmpty, "a chain begins with its certificate")
                }
            }
        }
        attempt { () throws(KeychainError) in
            var budget = few
            _ = try EncryptedPrivateKey.key(in: file, password: password, within: &budget)
        }
        attempt { () throws(KeychainError) in
            let certificates = try CertificateMessage.certificates(in: file)
            let again = try CertificateMessage.certificates(in: CertificateMessage.encoded(certificates))
            check(again == certificates, "certificates are written and read again")
        }
        attempt { () throws(KeychainError) in
            var budget = few
            let key = try OpenSSHPrivateKey.key(in: file, passphrase: password, within: &budget)
            check(key.keyClass == .private, "OpenSSH's file holds a private key")
            let written = try OpenSSHPrivateKey.file(of: key, passphrase: nil)
            let again = try OpenSSHPrivateKey.key(in: written, passphrase: nothing, within: &budget)
            check(again == key, "a key of OpenSSH is written and read again")
        }
        attempt { () throws(KeychainError) in
            for key in try OpenSSHPublicKey.keys(in: file) ?? [] {
                let again = try OpenSSHPublicKey.key(in: OpenSSHPublicKey.line(of: key))
                check(again == key, "a public key of OpenSSH is written and read again")
            }
        }
        attempt { () throws(KeychainError) in
            for block in try PEMBlock.blocks(in: file) {
                if let encryption = block.encryption {
                    _ = try EncryptedPEM.key(in: block, encryption, password: password)
                }
            }
        }
        ImportedFile(file, password).run()
        _ = (PKCS12Reader.isOne(file), EncryptedPrivateKey.isOne(file), CertificateMessage.isOne(file))
        if let certificate = try? Certificate(der: bytes) {
            attempt { () throws(KeychainError) in _ = try CertificateParts(certificate) }
        }
    }

    static func attempt(_ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body()
        } catch {
            check(error, isOneOf: codes)
        }
    }
}
