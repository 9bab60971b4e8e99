// One operation of a private key for whoever may use it and not read it.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

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
        case .agree(let peer, let size, let sharedInfo):
            guard peer.count == kind.representationSize(.public) else { throw Self.unsupported }
            let peer = try WorkingKey(kind, .public, ItemSecret(copying: peer), publicOctets: peer)
            let secret = try sharedSecret(
                with: peer, algorithm, size: size.map(Int.init), sharedInfo: sharedInfo)
            return ItemSecret(secret)
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
        case (.sign, .signature), (.decrypt, .encryption): return known
        case (.agree(_, let size, _), .keyExchange):
            guard let size, size > Self.largestDerivation else { return known }
            throw KeychainError(.parameter, during: "measuring what is to be derived")
        default: throw WorkingKey.unsupported
        }
    }
}
