// Writes private keys as ssh-keygen does.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension OpenSSHPrivateKey {
    /// Times that a passphrase is hashed for a new file: as often as ssh-keygen does.
    private static let rounds = 24

    /// The bytes between the lines of PEM.
    /// - Parameter passphrase: nil for a key that lies open; else the key is under AES-256 in counter mode.
    /// - Throws: `.unimplemented` for a kind of key that OpenSSH does not have, `.parameter` for an empty passphrase,
    ///   which would protect nothing.
    package static func file(of key: KeyData, passphrase: ItemSecret?) throws(KeychainError) -> ItemSecret {
        guard passphrase?.count != 0 else {
            throw KeychainError(
                .parameter, during: "encrypting a key of OpenSSH", hint: "the key needs a passphrase that is not empty")
        }
        let publicHalf = try OpenSSHPublicKey.encoded(key)
        let cipher = SSHCipher.aes256Counter
        let inner = try contents(of: key, blockSize: passphrase == nil ? 8 : cipher.blockSize)
        var writer = SSHWriter()
        writer.write(ItemSecret(copying: beginning))
        writer.write(text: passphrase == nil ? "none" : cipher.rawValue)
        writer.write(text: passphrase == nil ? "none" : "bcrypt")
        var options = SSHWriter()
        var enclosed = inner
        if let passphrase {
            let salt = ItemSecret(try KeyMath.randomBytes(16))
            options.write(string: salt)
            options.write(number: UInt32(rounds))
            var budget = WorkBudget()
            let keys = try PasswordHash.bcrypt(
                passphrase, salt: salt, rounds: rounds, count: cipher.keySize + cipher.vectorSize, within: &budget)
            guard let encrypted = cipher.encrypt(inner, keys: keys) else {
                throw KeychainError(.internalError, during: "encrypting a key of OpenSSH")
            }
            enclosed = encrypted
        }
        writer.write(string: options.finished())
        writer.write(number: 1)
        writer.write(string: publicHalf)
        writer.write(string: enclosed)
        return writer.finished()
    }

    /// What is under the passphrase: two numbers that are the same, the key, no comment and the padding.
    private static func contents(of key: KeyData, blockSize: Int) throws(KeychainError) -> ItemSecret {
        let (name, curve) = try OpenSSHPublicKey.name(of: key.kind)
        let bytes = key.externalRepresentation
        var writer = SSHWriter()
        let check = ItemSecret(try KeyMath.randomBytes(4))
        writer.write(check)
        writer.write(check)
        writer.write(text: name)
        switch key.kind {
        case .rsa:
            let numbers = try BERNode(reading: bytes).children(of: BERNode.Tag.sequence)
            guard numbers.count == 9 else { throw BERNode.refusal }
            // The modulus, both exponents, the coefficient and the primes.
            for place in [1, 2, 3, 8, 4, 5] {
                writer.write(string: try numbers[place].octets(of: BERNode.Tag.integer))
            }
        case .ed25519:
            let point = ItemSecret(copying: key.publicOctets)
            writer.write(string: point)
            writer.write(number: UInt32(bytes.count + point.count))
            writer.write(bytes)
            writer.write(point)
        default:
            if let curve { writer.write(text: curve) }
            writer.write(string: ItemSecret(copying: key.publicOctets))
            writer.write(magnitude: bytes.part(key.publicOctets.count..<bytes.count))
        }
        writer.write(text: "")
        let padding = (blockSize - writer.count % blockSize) % blockSize
        if padding > 0 { writer.write(ItemSecret(copying: (1...padding).map { UInt8($0) })) }
        return writer.finished()
    }
}
