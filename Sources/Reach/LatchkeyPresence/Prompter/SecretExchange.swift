// The key under which a prompter sends what was typed: the exchange of gcr, `sx-aes-1`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// Diffie-Hellman in the fifth group, HKDF-SHA-256 without salt and context, AES-128 in the mode of cipher block
/// chaining. It hides from whoever reads the bus and changes nothing.
package struct SecretExchange: ~Copyable {
    private let exchange: OakleyExchange
    private var key: ItemSecret?

    /// - Throws: `.notAvailable` if there is no OpenSSL.
    package init() throws(KeychainError) { exchange = try OakleyExchange(in: .fifth) }

    /// - Parameter exponent: of this side, big-endian.
    package init(exponent: consuming SecretBytes) throws(KeychainError) {
        exchange = try OakleyExchange(in: .fifth, exponent: exponent)
    }

    /// What the other side gets from this one.
    package var text: String { ExchangeText(publicValue: exchange.publicValue).text }

    /// Takes what the other side says. Its first number is the one that counts.
    /// - Returns: a secret that came with it, or nil.
    /// - Throws: `.decode` for anything that is no such text, or is not under the key.
    package mutating func receive(_ text: String) throws(KeychainError) -> ItemSecret? {
        let refusal = KeychainError(.decode, during: "reading what the desktop's prompter has sent")
        guard let received = ExchangeText(text) else { throw refusal }
        let key: ItemSecret
        if let known = self.key {
            key = known
        } else {
            guard let shared = try? exchange.sharedSecret(with: received.publicValue) else { throw refusal }
            key = ItemSecret(
                unsafe shared.withUnsafeBytes { shared in
                    unsafe HKDFSHA256.derive(BlockCipher.aes128.keySize, from: shared, salt: [], info: [])
                })
            self.key = key
        }
        guard let sealed = received.sealed else { return nil }
        // Neither is a secret: both went over the bus.
        let (secret, vector) = (ItemSecret(copying: sealed.secret), ItemSecret(copying: sealed.vector))
        guard let opened = BlockCipher.aes128.decrypt(secret, key: key, vector: vector) else { throw refusal }
        return opened
    }
}
