// One operation of a private key for whoever may use it and not read it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension WorkingKey {
    /// The signature, the plaintext or the secret.
    /// - Throws: `.parameter` for what the key cannot do, and as the operations say.
    package func result(of use: KeyUse) throws(KeychainError) -> ItemSecret {
        let algorithm = try use.checkedAlgorithm()
        switch use.work {
        case .sign(let input):
            let signature = try unsafe input.bytes.withUnsafeBytes { input throws(KeychainError) -> [UInt8] in
                try unsafe self.signature(over: input, algorithm)
            }
            return ItemSecret(copying: signature)
        case .decrypt(let input):
            let plaintext = try unsafe input.bytes.withUnsafeBytes { input throws(KeychainError) -> SecretBytes in
                try unsafe decrypted(input, algorithm)
            }
            return ItemSecret(plaintext)
        case .decapsulate(let input):
            return try unsafe input.bytes.withUnsafeBytes { input throws(KeychainError) in
                try unsafe decapsulated(input, algorithm)
            }
        case .agree(let peer, let size, let sharedInfo):
            guard peer.count == kind.representationSize(.public) else { throw Self.unsupported }
            let secret = try sharedSecret(
                with: self.peer(peer), algorithm, size: size.map(Int.init), sharedInfo: sharedInfo)
            return ItemSecret(secret)
        }
    }

    /// - Throws: `.parameter` for bytes that are no public key of this kind: what somebody sent is wrong, and nothing
    ///   that is stored.
    private func peer(_ octets: [UInt8]) throws(KeychainError) -> WorkingKey {
        do throws(KeychainError) {
            return try WorkingKey(kind, .public, ItemSecret(copying: octets), publicOctets: octets)
        } catch {
            guard error.code == .decode else { throw error }
            throw KeychainError(
                .parameter, during: "reading the public key of another",
                hint: "its bytes are no point of the curve of the private key")
        }
    }
}

extension KeyUse {
    /// What can be refused without the key.
    /// - Throws: `.parameter` for an algorithm that is not done here or not for this, and for too many bytes.
    @discardableResult
    package func checkedAlgorithm() throws(KeychainError) -> KeyAlgorithm {
        guard let known = KeyAlgorithm(named: algorithm) else {
            throw KeychainError(.parameter, during: "looking for an algorithm")
        }
        guard inputSize <= Self.largestInput else {
            throw KeychainError(
                .parameter, during: "measuring what a key is to work on",
                hint: "a key that stays in the keychain takes 16 MiB at once; sign a digest, or encrypt in parts")
        }
        switch (work, known) {
        case (.sign, .signature), (.decrypt, .encryption), (.decapsulate, .encapsulation): return known
        case (.agree(_, let size, let sharedInfo), .keyExchange(let hash)):
            if hash != nil { try KeyHash.requireDerivable(size ?? 0, sharing: sharedInfo.count) }
            return known
        default: throw WorkingKey.unsupported
        }
    }
}
