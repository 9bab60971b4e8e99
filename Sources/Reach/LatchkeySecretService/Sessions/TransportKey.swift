// The key of a session, under which secrets go over the bus (reference section 7).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyCrypto
import LatchkeyOpenSSL
import LatchkeyPlatform

/// It hides secrets from whoever reads the bus and changes nothing. The key is wiped with the last reference.
struct TransportKey {
    private let key: ItemSecret

    static let algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
    private static let cipher = BlockCipher.aes128

    /// - Parameter secret: both sides', as long as a number of the group.
    init(sharedSecret secret: borrowing SecretBytes) {
        key = ItemSecret(
            unsafe secret.withUnsafeBytes { secret in
                unsafe HKDFSHA256.derive(Self.cipher.keySize, from: secret, salt: [], info: [])
            })
    }

    /// Answers the other side of an exchange.
    /// - Returns: with this side's number.
    /// - Throws: `InvalidArgs` for a number that must not be taken, `NotSupported` if there is no OpenSSL.
    static func agree(with peer: ItemSecret) throws(BusFailure) -> (key: TransportKey, publicValue: [UInt8]) {
        let number = peer.bytes.declassified(because: "the other side has sent it over the bus")
        let exchange: OakleyExchange
        do throws(KeychainError) { exchange = try OakleyExchange() } catch {
            throw .notSupported("sessions with encryption need OpenSSL")
        }
        do throws(KeychainError) {
            let secret = try exchange.sharedSecret(with: number)
            return (TransportKey(sharedSecret: secret), exchange.publicValue)
        } catch {
            throw .invalidArguments("the number is none of the group, or makes a key that everybody knows")
        }
    }

    /// - Returns: nil if there is no memory.
    func seal(_ secret: ItemSecret) -> (vector: ItemSecret, value: ItemSecret)? {
        var random = SystemRandomNumberGenerator()
        let vector = ItemSecret(
            unsafe SecretBytes(count: Self.cipher.vectorSize) { target in
                unsafe target.storeBytes(of: random.next(), as: UInt64.self)
                unsafe target.storeBytes(of: random.next(), toByteOffset: 8, as: UInt64.self)
            })
        return Self.cipher.encrypt(secret, key: key, vector: vector).map { (vector, $0) }
    }

    /// - Returns: nil for a vector, a length or a padding that is wrong, whichever it is.
    func open(_ value: ItemSecret, vector: ItemSecret) -> ItemSecret? {
        Self.cipher.decrypt(value, key: key, vector: vector)
    }
}
