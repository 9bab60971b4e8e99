// Private keys in OpenSSL's own old encryption, which the headers of a PEM block tell of.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// Only read: the password is hashed once, so nothing new is written so.
package enum EncryptedPEM {
    private static let ciphers: [String: BlockCipher] = [
        "AES-128-CBC": .aes128, "AES-192-CBC": .aes192, "AES-256-CBC": .aes256, "DES-EDE3-CBC": .tripleDES,
    ]

    /// The key in a block.
    /// - Throws: `.authFailed` for another password, `.decode` for a block that no password opens, `.unimplemented` for
    ///   a cipher or a kind of key that is not known.
    package static func key(
        in block: PEMBlock, _ encryption: PEMEncryption, password: ItemSecret
    ) throws(KeychainError) -> KeyData {
        guard let cipher = ciphers[encryption.cipher], encryption.vector.count == cipher.vectorSize else {
            throw KeychainError(
                .unimplemented, during: "looking for the cipher of an encrypted PEM block",
                hint: "the key is under a cipher that is not known here; openssl pkcs8 -topk8 -in FILE writes it anew")
        }
        guard block.contents.count > 0, block.contents.count.isMultiple(of: cipher.vectorSize) else {
            throw KeychainError(
                .decode, during: "counting the bytes of an encrypted PEM block",
                hint: "the block is damaged: no passphrase opens it")
        }
        let wrong = KeychainError(.authFailed, during: "decrypting a PEM block", hint: "the passphrase is wrong")
        guard password.count <= ItemSecret.longestPassword,
            let plain = cipher.decrypt(
                block.contents,
                key: try PasswordDerivation.pemKey(
                    password, salt: Array(encryption.vector.prefix(8)), for: cipher),
                vector: ItemSecret(copying: encryption.vector))
        else { throw wrong }
        let key: KeyData?
        do throws(KeychainError) {
            key = try PEMBlock(label: block.label, contents: plain).key()
        } catch  where error.code == .decode && !isKey(plain) {
            // The padding of another password's bytes is right once in 256 times.
            throw wrong
        }
        guard let key else {
            throw KeychainError(.unimplemented, during: "reading an encrypted PEM block that is no key of a known kind")
        }
        return key
    }

    /// Whether some bytes are a SEQUENCE that begins with the version of a private key, which those of another password
    /// are not.
    private static func isKey(_ plain: ItemSecret) -> Bool {
        guard let parts = try? BERNode(reading: plain).children(of: BERNode.Tag.sequence) else { return false }
        return (try? parts.first?.number(upTo: 1)) != nil
    }
}
