// Version 1 of sealed blobs: a generation of keys, a nonce, a ciphertext and a tag.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension SealedBlob {
    /// Documentation/Reference/Formats/SealedBlob.md, section 2.
    enum V1 {
        static let number: UInt8 = 1
        /// Of the keys that a blob is under. Version 1 of the file has one generation.
        static let generation: UInt8 = 0
        /// Version and generation.
        private static let headerSize = 2
        static let overhead = headerSize + XAES256GCM.nonceSize + XAES256GCM.tagSize

        static func seal(
            _ plaintext: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace, nonce: [UInt8]
        ) throws(KeychainError) -> [UInt8] {
            var blob = [UInt8](repeating: 0, count: overhead + plaintext.count)
            blob[0] = number
            blob[1] = generation
            unsafe try blob.withMutableRawBytes { blob throws(KeychainError) in
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: blob[headerSize...])
                unsafe try place.withAdditionalData(version: number, generation: generation) {
                    aad throws(KeychainError) in
                    unsafe try nonce.withRawBytes { nonce throws(KeychainError) in
                        unsafe try XAES256GCM.seal(plaintext, into: target, key: key, nonce: nonce, authenticating: aad)
                    }
                }
            }
            return blob
        }

        static func open(
            _ blob: UnsafeRawBufferPointer, under key: UnsafeRawBufferPointer, at place: BlobPlace
        ) throws(KeychainError) -> SecretBytes {
            guard blob.count >= overhead else { throw .brokenBlob }
            guard unsafe blob[1] == generation else { throw .newerVersion(during: "opening a sealed blob") }
            return unsafe try place.withAdditionalData(version: number, generation: generation) {
                aad throws(KeychainError) in
                unsafe try XAES256GCM.open(
                    UnsafeRawBufferPointer(rebasing: blob[headerSize...]), key: key, authenticating: aad)
            }
        }
    }
}
