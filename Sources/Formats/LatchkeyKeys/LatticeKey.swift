// Keys of ML-KEM and ML-DSA, by swift-crypto.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import LatchkeyModel
import LatchkeyPlatform

/// A key over lattices (FIPS 203, FIPS 204). A private one stands as its seed and the public key behind it: seeds of
/// all sizes are alike, and the bytes of a key have to say which it is.
///
/// swift-crypto's private keys are in ordinary memory, which it does not wipe. So one is made for an operation and not
/// kept.
enum LatticeKey: Sendable {
    case mlDSA65(MLDSA65.PublicKey, Seed?)
    case mlDSA87(MLDSA87.PublicKey, Seed?)
    case mlKEM768(MLKEM768.PublicKey, Seed?)
    case mlKEM1024(MLKEM1024.PublicKey, Seed?)

    /// The first bytes of the representation of a private key, in its wiped memory.
    struct Seed: Sendable {
        let representation: ItemSecret
        let size: Int

        func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
            unsafe representation.bytes.withUnsafeBytes { bytes in
                unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
            }
        }
    }

    /// - Throws: `.decode` for bytes that are none, and for a public key that is not the seed's.
    init(_ kind: KeyKind, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        let refusal = KeychainError(.decode, during: "reading a key over lattices")
        guard let sizes = kind.lattice, representation.count == kind.representationSize(keyClass) else { throw refusal }
        let seed = keyClass == .private ? Seed(representation: representation, size: sizes.seedSize) : nil
        self = try unsafe representation.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe LatticeKey(kind, bytes, seed)
        }
    }

    private init(_ kind: KeyKind, _ bytes: UnsafeRawBufferPointer, _ secret: Seed?) throws(KeychainError) {
        let refusal = KeychainError(.decode, during: "reading a key over lattices")
        let seedSize = secret?.size ?? 0
        let seed = unsafe secret == nil ? nil : UnsafeRawBufferPointer(rebasing: bytes[..<seedSize])
        let octets = unsafe UnsafeRawBufferPointer(rebasing: bytes[seedSize...])
        do {
            switch kind {
            case .mlDSA65:
                let key = try unsafe MLDSA65.PublicKey(rawRepresentation: octets)
                _ = try unsafe seed.map { try unsafe MLDSA65.PrivateKey(seedRepresentation: $0, publicKey: key) }
                self = .mlDSA65(key, secret)
            case .mlDSA87:
                let key = try unsafe MLDSA87.PublicKey(rawRepresentation: octets)
                _ = try unsafe seed.map { try unsafe MLDSA87.PrivateKey(seedRepresentation: $0, publicKey: key) }
                self = .mlDSA87(key, secret)
            case .mlKEM768:
                let key = try unsafe MLKEM768.PublicKey(rawRepresentation: octets)
                _ = try unsafe seed.map { try unsafe MLKEM768.PrivateKey(seedRepresentation: $0, publicKey: key) }
                self = .mlKEM768(key, secret)
            case .mlKEM1024:
                let key = try unsafe MLKEM1024.PublicKey(rawRepresentation: octets)
                _ = try unsafe seed.map { try unsafe MLKEM1024.PrivateKey(seedRepresentation: $0, publicKey: key) }
                self = .mlKEM1024(key, secret)
            default: throw refusal
            }
        } catch {
            throw refusal
        }
    }

    /// The public key of a seed.
    /// - Throws: `.decode` for other than a seed.
    static func publicOctets(_ kind: KeyKind, ofSeed seed: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
        let key: Data? =
            switch kind {
            case .mlDSA65:
                try? unsafe MLDSA65.PrivateKey(seedRepresentation: seed, publicKey: nil).publicKey.rawRepresentation
            case .mlDSA87:
                try? unsafe MLDSA87.PrivateKey(seedRepresentation: seed, publicKey: nil).publicKey.rawRepresentation
            case .mlKEM768:
                try? unsafe MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: nil).publicKey.rawRepresentation
            case .mlKEM1024:
                try? unsafe MLKEM1024.PrivateKey(seedRepresentation: seed, publicKey: nil).publicKey.rawRepresentation
            default: nil
            }
        guard let key else { throw KeychainError(.decode, during: "reading the seed of a key") }
        return Array(key)
    }

    /// - Throws: `.parameter` for a key that does not sign.
    func signature(of message: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
        let signature: Data? =
            switch self {
            case .mlDSA65(let key, let seed?):
                unsafe seed.withUnsafeBytes { seed in
                    try? unsafe MLDSA65.PrivateKey(seedRepresentation: seed, publicKey: key).signature(for: message)
                }
            case .mlDSA87(let key, let seed?):
                unsafe seed.withUnsafeBytes { seed in
                    try? unsafe MLDSA87.PrivateKey(seedRepresentation: seed, publicKey: key).signature(for: message)
                }
            case .mlDSA65(_, nil), .mlDSA87(_, nil), .mlKEM768, .mlKEM1024: nil
            }
        guard let signature else { throw KeychainError(.parameter, during: "signing a message") }
        return Array(signature)
    }

    /// - Throws: `.verifyFailed` for a signature that is not the key's over this.
    func verify(_ signature: [UInt8], over message: UnsafeRawBufferPointer) throws(KeychainError) {
        let isRight =
            switch self {
            case .mlDSA65(let key, _): unsafe key.isValidSignature(signature, for: message)
            case .mlDSA87(let key, _): unsafe key.isValidSignature(signature, for: message)
            case .mlKEM768, .mlKEM1024: false
            }
        guard isRight else { throw KeychainError(.verifyFailed, during: "verifying a signature") }
    }
}
