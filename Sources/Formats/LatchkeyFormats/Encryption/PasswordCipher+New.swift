// What new files are under.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

extension PasswordCipher {
    /// AES-256 with PBKDF2 and HMAC-SHA-256, with its AlgorithmIdentifier.
    /// - Parameter salt: one for all keys of a file, whose password is hashed once then. The initialisation vector is
    ///   new each time.
    static func new(rounds: Int, salt: ItemSecret) throws(KeychainError) -> (PasswordCipher, algorithm: ItemSecret) {
        let vector = ItemSecret(try KeyMath.randomBytes(16))
        var writer = SecretDERWriter(capacity: 160)
        writer.prepend(element: SecretDERWriter.octetString, vector)
        writer.prepend(name: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        let hashing = writer.mark
        writer.prepend([BERNode.Tag.null, 0])
        // 1.2.840.113549.2.9
        writer.prepend(name: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09])
        writer.wrap(SecretDERWriter.sequence, since: hashing)
        writer.prepend(number: rounds)
        writer.prepend(element: SecretDERWriter.octetString, salt)
        writer.wrap(SecretDERWriter.sequence, since: hashing)
        writer.prepend(name: pkcs5 + [12])
        writer.wrap(SecretDERWriter.sequence, since: hashing)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        writer.prepend(name: pkcs5 + [13])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        let algorithm = writer.finished()
        return (try PasswordCipher(algorithm: try BERNode(reading: algorithm)), algorithm)
    }

    func encrypt(_ bytes: ItemSecret, password: ItemSecret, within budget: inout WorkBudget) throws(KeychainError)
        -> ItemSecret
    {
        let (key, vector) = try keys(FilePassword(password), within: &budget)
        guard let encrypted = cipher.encrypt(bytes, key: key, vector: vector) else {
            throw KeychainError(.internalError, during: "encrypting with a password")
        }
        return encrypted
    }
}
