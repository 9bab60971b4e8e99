// A private key under a password: EncryptedPrivateKeyInfo (RFC 5208, section 6).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
package import LatchkeyPlatform

package enum EncryptedPrivateKey {
    /// Times that a password is hashed for a new file.
    private static let rounds = 600_000

    /// - Parameter der: the element and nothing more.
    /// - Throws: `.authFailed` for another password, `.decode` for what is no such key, `.unimplemented` for a cipher
    ///   or a kind of key that is not known.
    package static func key(in der: ItemSecret, password: ItemSecret) throws(KeychainError) -> KeyData {
        var budget = WorkBudget()
        return try key(in: der, password: password, within: &budget)
    }

    /// - Parameter budget: of the file that this key is a part of.
    package static func key(
        in der: ItemSecret, password: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> KeyData {
        // Another password may follow: what this one costs counts once it is right.
        var spent = budget
        let plain = try decrypted(try BERNode(reading: der), password: FilePassword(password), within: &spent)
        do {
            let key = try KeyData(der: plain, format: .pkcs8, .private)
            budget = spent
            return key
        } catch  where error.code == .decode {
            // The padding of another password's bytes is right once in 256 times.
            throw KeychainError(.authFailed, during: "reading a decrypted private key")
        }
    }

    /// Whether some bytes look like such a key, so that a password is needed.
    package static func isOne(_ der: ItemSecret) -> Bool {
        guard let node = try? BERNode(reading: der), let parts = try? node.children(of: BERNode.Tag.sequence),
            parts.count == 2, parts[1].tag == BERNode.Tag.octetString,
            let name = try? parts[0].children(of: BERNode.Tag.sequence).first?.objectIdentifier()
        else { return false }
        // PKCS#5, and PKCS#12's own ciphers.
        return name.starts(with: PasswordCipher.pkcs5)
            || name.starts(with: PasswordCipher.pkcs5.dropLast() + [0x0c, 0x01])
    }

    /// AES-256 with PBKDF2 and HMAC-SHA-256.
    /// - Throws: `.parameter` for an empty password, which would protect nothing.
    package static func encrypted(_ key: KeyData, password: ItemSecret) throws(KeychainError) -> ItemSecret {
        guard password.count > 0 else {
            throw KeychainError(
                .parameter, during: "encrypting a private key", hint: "the key needs a passphrase that is not empty")
        }
        var budget = WorkBudget()
        return try encrypted(
            key, password: password, rounds: rounds, salt: ItemSecret(KeyMath.randomBytes(16)), within: &budget)
    }

    static func encrypted(
        _ key: KeyData, password: ItemSecret, rounds: Int, salt: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        let (cipher, algorithm) = try PasswordCipher.new(rounds: rounds, salt: salt)
        let encrypted = try cipher.encrypt(try key.der(.pkcs8), password: password, within: &budget)
        var writer = SecretDERWriter(capacity: encrypted.count + algorithm.count + 32)
        writer.prepend(element: SecretDERWriter.octetString, encrypted)
        unsafe algorithm.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.finished()
    }

    static func decrypted(
        _ node: BERNode, password: FilePassword, within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count == 2 else { throw BERNode.refusal }
        let cipher = try PasswordCipher(algorithm: parts[0])
        return try cipher.decrypt(parts[1].octets(), password: password, within: &budget)
    }
}
