// The bytes of everything sealed: a version, a nonce, a ciphertext and a tag.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// Documentation/Formats/SealedBlob.md, section 2.
package enum SealedBlob {
    /// The first byte of every blob. Another value is an error, not a guess.
    package static let version: UInt8 = 1
    /// Bytes that sealing adds: version, nonce and tag.
    package static let overhead = 1 + XAES256GCM.nonceSize + XAES256GCM.tagSize

    /// Seals `plaintext` for `place` under a 32-byte key, with a fresh random nonce.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace
    ) throws(KeychainError) -> [UInt8] {
        let nonce = SystemRandom.bytes(count: XAES256GCM.nonceSize)
        return unsafe try seal(plaintext, under: key, at: place, nonce: nonce)
    }

    /// Seals with a nonce of the caller's choice; only vectors need it.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace, nonce: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        var blob = [UInt8](repeating: version, count: overhead + plaintext.count)
        unsafe try blob.withMutableRawBytes { blob throws(KeychainError) in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: blob[1...])
            unsafe try place.withAdditionalData { aad throws(KeychainError) in
                unsafe try nonce.withRawBytes { nonce throws(KeychainError) in
                    unsafe try XAES256GCM.seal(plaintext, into: target, key: key, nonce: nonce, authenticating: aad)
                }
            }
        }
        return blob
    }

    /// - Throws: `.wrongVersion` for a version that is not known, `.decode` for bytes that do not authenticate.
    package static func open(
        _ blob: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes {
        guard blob.count >= overhead else { throw KeychainError(.decode, during: "opening a sealed blob") }
        guard unsafe blob[0] == version else {
            throw KeychainError(
                .wrongVersion, during: "opening a sealed blob", hint: "the file was written by a newer version")
        }
        return unsafe try place.withAdditionalData { aad throws(KeychainError) in
            unsafe try XAES256GCM.open(UnsafeRawBufferPointer(rebasing: blob[1...]), key: key, authenticating: aad)
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
