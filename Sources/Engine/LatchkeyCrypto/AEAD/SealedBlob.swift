// The bytes of everything sealed. The first one is the version, which says what the others are.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/SealedBlob.md, section 2.
package enum SealedBlob {
    /// The versions that are read. The last one is written.
    private enum Version: UInt8 {
        case v1 = 1
    }

    /// Bytes that sealing adds.
    package static let overhead = V1.overhead

    /// Seals `plaintext` for `place` under a 32-byte key, with a fresh random nonce.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace
    ) throws(KeychainError) -> [UInt8] {
        let nonce = SystemRandom.bytes(count: XAES256GCM.nonceSize)
        return unsafe try V1.seal(plaintext, under: key, at: place, nonce: nonce)
    }

    /// Seals with a nonce of the caller's choice; only vectors need it.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace, nonce: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        unsafe try V1.seal(plaintext, under: key, at: place, nonce: nonce)
    }

    /// Whether bytes are of a version, and under a generation of keys, that are known. Those that are too short to say
    /// so are damaged.
    /// - Parameter beginning: the first two bytes of a blob, or more.
    package static func isKnown(_ beginning: [UInt8]) -> Bool {
        guard let first = beginning.first else { return true }
        return switch Version(rawValue: first) {
        case .v1: beginning.count < 2 || beginning[1] == V1.generation
        case nil: false
        }
    }

    /// - Throws: `.wrongVersion` for a version or a generation of keys that is not known, which is no damage; `.decode`
    ///   for bytes that do not authenticate.
    package static func open(
        _ blob: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes {
        guard let first = unsafe blob.first else { throw .brokenBlob }
        switch Version(rawValue: first) {
        case .v1: return unsafe try V1.open(blob, under: key, at: place)
        case nil: throw .newerVersion(during: "opening a sealed blob")
        }
    }

    package static func open(
        _ blob: [UInt8], under key: UnsafeRawBufferPointer, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes {
        unsafe try blob.withRawBytes { blob throws(KeychainError) in
            unsafe try open(blob, under: key, at: place)
        }
    }
}

extension KeychainError {
    static let brokenBlob = KeychainError(.decode, during: "opening a sealed blob")
}
