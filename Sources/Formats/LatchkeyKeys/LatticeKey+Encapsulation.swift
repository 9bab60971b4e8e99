// Encapsulation with ML-KEM (FIPS 203, sections 7.2 and 7.3), by swift-crypto.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import LatchkeyModel
import LatchkeyPlatform

extension LatticeKey {
    /// - Throws: `.parameter` for a key that is for signatures.
    func encapsulated() throws(KeychainError) -> Encapsulation {
        let result: KEM.EncapsulationResult? =
            switch self {
            case .mlKEM768(let key, _): try? key.encapsulate()
            case .mlKEM1024(let key, _): try? key.encapsulate()
            case .mlDSA65, .mlDSA87: nil
            }
        guard let result else { throw KeychainError(.parameter, during: "encapsulating a secret") }
        return Encapsulation(secret: ItemSecret(result.sharedSecret), bytes: Array(result.encapsulated))
    }

    /// Bytes of the right size that were made for another key give a secret that nobody else has, as FIPS 203 wants it.
    /// - Throws: `.parameter` for a key that is for signatures or public, and for bytes of another size.
    func decapsulated(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) -> ItemSecret {
        let secret: SymmetricKey? =
            switch self {
            case .mlKEM768(let key, let seed?):
                unsafe seed.withUnsafeBytes { seed in
                    try? unsafe MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: key).decapsulate(bytes)
                }
            case .mlKEM1024(let key, let seed?):
                unsafe seed.withUnsafeBytes { seed in
                    try? unsafe MLKEM1024.PrivateKey(seedRepresentation: seed, publicKey: key).decapsulate(bytes)
                }
            case .mlKEM768(_, nil), .mlKEM1024(_, nil), .mlDSA65, .mlDSA87: nil
            }
        guard let secret else { throw KeychainError(.parameter, during: "decapsulating a secret") }
        return ItemSecret(secret)
    }
}

extension ItemSecret {
    fileprivate convenience init(_ key: SymmetricKey) {
        let bytes = unsafe SecretBytes(count: key.bitCount / 8) { bytes in
            unsafe key.withUnsafeBytes { key in unsafe bytes.copyMemory(from: key) }
        }
        self.init(bytes)
    }
}
