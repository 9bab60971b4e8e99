// What private keys do, in the program or where their bytes stay.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyObjects
import LatchkeyOpenSSL
import LatchkeyPlatform

extension SecKey {
    /// - Throws: as the operation of a ``WorkingKey``, and as ``KeyPlace/result(of:_:)``.
    func signature(over input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        guard let place else {
            return try unsafe working().signature(over: input, algorithm)
        }
        try half().abilities.require(.sign, algorithm)
        let work: (KeyAlgorithm, ItemSecret)
        if case .signature(let scheme, .message(let hash?)) = algorithm {
            // A digest is shorter, and says nothing of the message.
            work = (.signature(scheme, .digest(hash)), ItemSecret(copying: try unsafe hash.digest(of: input)))
        } else {
            work = (algorithm, ItemSecret(unsafe SecretBytes(copying: input)))
        }
        return try place.result(of: .sign(work.1), work.0).bytes.declassified(because: "it is a signature")
    }

    /// A private key verifies nothing. One that stays in the keychain can no more than one that is here, though its
    /// public half is at hand.
    /// - Throws: `.verifyFailed` if the signature is not the key's over these bytes, `.parameter` for what the key
    ///   cannot do.
    func verify(
        _ signature: [UInt8], over input: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) {
        try half().abilities.requireVerifying(algorithm)
        try unsafe working().verify(signature, over: input, algorithm)
    }

    /// - Throws: `.parameter` for what the key cannot do, as ``verify(_:over:_:)``, and for too many bytes.
    func encrypted(_ plaintext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try half().abilities.require(.encrypt, algorithm)
        return try unsafe working().encrypted(plaintext, algorithm)
    }

    /// - Throws: as ``signature(over:_:)``.
    func decrypted(_ ciphertext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm) throws(KeychainError) -> ItemSecret
    {
        guard let place else {
            return ItemSecret(try unsafe working().decrypted(ciphertext, algorithm))
        }
        try half().abilities.require(.decrypt, algorithm)
        return try place.result(of: .decrypt(ItemSecret(unsafe SecretBytes(copying: ciphertext))), algorithm)
    }

    /// - Throws: `.parameter` for what the key cannot do.
    func encapsulated(_ algorithm: KeyAlgorithm) throws(KeychainError) -> Encapsulation {
        try half().abilities.require(.encapsulate, algorithm)
        return try working().encapsulated(algorithm)
    }

    /// - Throws: as ``signature(over:_:)``.
    func decapsulated(_ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm) throws(KeychainError) -> ItemSecret {
        guard let place else {
            return try unsafe working().decapsulated(bytes, algorithm)
        }
        try half().abilities.require(.decapsulate, algorithm)
        return try place.result(of: .decapsulate(ItemSecret(unsafe SecretBytes(copying: bytes))), algorithm)
    }

    /// - Throws: as ``signature(over:_:)``.
    func sharedSecret(
        with peer: SecKey, _ algorithm: KeyAlgorithm, size: Int?, sharedInfo: [UInt8]
    ) throws(KeychainError) -> ItemSecret {
        guard let place else {
            return ItemSecret(
                try working().sharedSecret(with: peer.working(), algorithm, size: size, sharedInfo: sharedInfo))
        }
        try half().abilities.require(.keyExchange, algorithm)
        let other = try peer.half()
        guard try half().kind == other.kind else {
            throw KeychainError(.parameter, during: "agreeing with a key of another kind")
        }
        let work = KeyUse.Work.agree(
            peer: other.publicOctets, size: size.map(Int64.init), sharedInfo: sharedInfo)
        return try place.result(of: work, algorithm)
    }
}
