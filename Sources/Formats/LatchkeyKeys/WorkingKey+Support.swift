// What a key can do (reference 5.6.1, 5.6.3).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// What any key of a kind, class and size can do; the key itself need not be there.
package struct KeyAbilities: Hashable, Sendable {
    let kind: KeyKind
    let keyClass: KeyClass
    /// Bytes of the modulus of an RSA key.
    let modulusSize: Int

    /// - Parameter sizeInBits: of the modulus of an RSA key; for other kinds it is not looked at.
    package init(_ kind: KeyKind, _ keyClass: KeyClass, sizeInBits: Int) {
        self.kind = kind
        self.keyClass = keyClass
        modulusSize = kind == .rsa ? (sizeInBits + 7) / 8 : 0
    }

    /// Whether the key can do `operation` by `algorithm`.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        let isPrivate = keyClass == .private
        switch (operation, algorithm) {
        case (.sign, .signature(let scheme, let input)): return isPrivate && fits(scheme, input)
        // A private RSA key verifies too, and a public one "decrypts", as on Apple's systems.
        case (.verify, .signature(let scheme, let input)): return (!isPrivate || kind == .rsa) && fits(scheme, input)
        case (.encrypt, .encryption(let scheme)): return !isPrivate && fits(scheme)
        // With AES behind it there is no bare operation.
        case (.decrypt, .encryption(.rsaOAEPWithGCM)) where !isPrivate: return false
        case (.decrypt, .encryption(let scheme)): return (isPrivate || kind == .rsa) && fits(scheme)
        case (.keyExchange, .keyExchange):
            return isPrivate && (kind.type == .ellipticCurve || kind == .x25519 || kind == .x448)
        case (.encapsulate, .encapsulation): return !isPrivate && kind.type == .mlKEM
        case (.decapsulate, .encapsulation): return isPrivate && kind.type == .mlKEM
        default: return false
        }
    }

    /// - Throws: `.parameter` for an algorithm that is none for signatures of this kind of key, `.verifyFailed` for a
    ///   private key: no signature is one that it verifies (reference 5.6.7).
    package func requireVerifying(_ algorithm: KeyAlgorithm) throws(KeychainError) {
        guard case .signature(let scheme, let input) = algorithm, fits(scheme, input) else {
            throw WorkingKey.unsupported
        }
        guard keyClass == .public else {
            throw KeychainError(.verifyFailed, during: "verifying a signature with a private key")
        }
    }

    private func fits(_ scheme: SignatureScheme, _ input: SignatureInput) -> Bool {
        switch scheme {
        case .rsaRaw: kind == .rsa
        case .rsaPKCS1: kind == .rsa && input.hash.map { modulusSize >= $0.digestInfoSize + 11 } ?? true
        case .rsaPSS: kind == .rsa && input.hash.map { modulusSize >= 2 * $0.size + 2 } ?? false
        case .ecdsaFixed, .ecdsaDER: kind.type == .ellipticCurve
        case .ed25519: kind == .ed25519
        case .ed448: kind == .ed448
        case .mlDSA: kind.type == .mlDSA
        }
    }

    private func fits(_ scheme: EncryptionScheme) -> Bool {
        switch scheme {
        case .rsaRaw, .rsaPKCS1: kind == .rsa
        case .rsaOAEP(let hash): kind == .rsa && longestOAEP(hash) >= 0
        case .rsaOAEPWithGCM(let hash): kind == .rsa && longestOAEP(hash) >= sessionKeySize
        case .ecies: kind.type == .ellipticCurve || kind == .x25519 || kind == .x448
        }
    }

    /// Most bytes that OAEP takes; below zero where it takes not even none.
    private func longestOAEP(_ hash: KeyHash) -> Int { modulusSize - 2 * hash.size - 2 }

    /// Bytes of the AES key beside an asymmetric one (reference 5.6.8, 5.6.10).
    var sessionKeySize: Int {
        kind == .rsa ? (modulusSize >= 512 ? 32 : 16) : ((kind.fieldSize ?? 0) > 32 ? 32 : 16)
    }

    /// - Throws: `.parameter` for an operation that the key cannot do by this algorithm (reference 5.6.2).
    package func require(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) throws(KeychainError) {
        guard supports(operation, algorithm) else { throw WorkingKey.unsupported }
    }
}

extension KeyHash {
    /// Bytes of the DigestInfo of a digest (RFC 8017, section 9.2).
    fileprivate var digestInfoSize: Int {
        switch self {
        case .md5: 18 + size
        case .sha1: 15 + size
        case .sha224, .sha256, .sha384, .sha512: 19 + size
        }
    }
}
