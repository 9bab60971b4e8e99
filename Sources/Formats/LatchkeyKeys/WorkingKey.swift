// A key that works: it signs, verifies, encrypts, decrypts, encapsulates and agrees.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// A key as the library that computes has it. Making one takes longer than most of its operations: whoever has a key
/// keeps it. Its secret is in OpenSSL's wiped memory and in `representation`'s own; of a key over lattices in the
/// latter alone, but while it signs.
package final class WorkingKey: Sendable {
    package let kind: KeyKind
    package let keyClass: KeyClass
    let engine: Engine
    package let abilities: KeyAbilities
    /// The external representation of the public half.
    package let publicOctets: [UInt8]

    enum Engine: Sendable {
        case openSSL(OpenSSLKey)
        case lattice(LatticeKey)
    }

    /// - Parameters:
    ///   - representation: External representation of the key, which was checked.
    ///   - publicOctets: That of its public half.
    /// - Throws: `.decode` for bytes that are no key of this kind and class.
    package init(
        _ kind: KeyKind, _ keyClass: KeyClass, _ representation: ItemSecret, publicOctets: [UInt8]
    ) throws(KeychainError) {
        self.kind = kind
        self.keyClass = keyClass
        self.publicOctets = publicOctets
        guard kind.lattice == nil else {
            engine = .lattice(try LatticeKey(kind, keyClass, representation))
            abilities = KeyAbilities(kind, keyClass, sizeInBits: 0)
            return
        }
        let key = try unsafe representation.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe OpenSSLKey(kind, keyClass, bytes)
        }
        engine = .openSSL(key)
        abilities = KeyAbilities(kind, keyClass, sizeInBits: kind == .rsa ? key.outputSize * 8 : 0)
    }

    /// A private key whose bytes do not have its public half, which OpenSSL computes as it makes the key.
    /// - Parameter representation: The bare bytes of a key of Curve25519 or Curve448.
    /// - Throws: `.decode` for bytes that are no private key of this kind.
    package init(computingHalfOf kind: KeyKind, _ representation: ItemSecret) throws(KeychainError) {
        let key = try unsafe representation.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe OpenSSLKey(kind, .private, bytes)
        }
        publicOctets = try key.rawPublicOctets()
        self.kind = kind
        keyClass = .private
        engine = .openSSL(key)
        abilities = KeyAbilities(kind, .private, sizeInBits: 0)
    }

    /// Bytes of the modulus of an RSA key.
    var modulusSize: Int { abilities.modulusSize }
    var sessionKeySize: Int { abilities.sessionKeySize }

    /// OpenSSL's key.
    /// - Throws: `.parameter` for a kind that it does not have.
    func openSSL() throws(KeychainError) -> OpenSSLKey {
        guard case .openSSL(let key) = engine else { throw Self.unsupported }
        return key
    }

    static let unsupported = KeychainError(.parameter, during: "using a key for what it cannot do")

    /// Whether the key can do `operation` by `algorithm`.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        abilities.supports(operation, algorithm)
    }

    /// - Throws: `.parameter` for an operation that the key cannot do by this algorithm (reference 5.6.2).
    func require(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) throws(KeychainError) {
        try abilities.require(operation, algorithm)
    }
}
