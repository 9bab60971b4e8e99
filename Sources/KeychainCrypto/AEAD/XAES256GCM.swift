// XAES-256-GCM: AES-256-GCM with a 24-byte nonce that is safe to draw at random.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import FoundationEssentials
import Glibc
package import KeychainModel

/// The AEAD of c2sp.org/XAES-256-GCM: a 32-byte key, a 24-byte nonce, a 16-byte tag.
///
/// The first 12 bytes of the nonce derive a fresh AES-256 key by AES-CMAC, the other 12 are its GCM nonce.
package enum XAES256GCM {
    /// Bytes of a key.
    package static let keySize = 32
    /// Bytes of a nonce.
    package static let nonceSize = 24
    /// Bytes of a tag.
    package static let tagSize = 16

    /// - Returns: the ciphertext followed by the tag.
    /// - Throws: `.parameter` for a key or nonce of the wrong size.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: [UInt8], authenticating aad: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        do {
            let derived = unsafe try deriveKey(from: key, nonce: nonce)
            let box = unsafe try AES.GCM.seal(
                plaintext, using: derived, nonce: AES.GCM.Nonce(data: nonce[12...]), authenticating: aad)
            return [UInt8](box.ciphertext) + [UInt8](box.tag)
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.internalError, during: "sealing")
        }
    }

    /// Opens `sealed`, which is the ciphertext followed by the tag, into wiped memory.
    /// - Throws: `.decode` for anything that does not authenticate; all failures read alike.
    package static func open(
        _ sealed: ArraySlice<UInt8>, key: UnsafeRawBufferPointer, nonce: [UInt8], authenticating aad: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= tagSize else { throw KeychainError(.decode, during: "opening a sealed blob") }
        do {
            let derived = unsafe try deriveKey(from: key, nonce: nonce)
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce[12...]), ciphertext: sealed.dropLast(tagSize),
                tag: sealed.suffix(tagSize))
            var opened = try AES.GCM.open(box, using: derived, authenticating: aad)
            defer { opened.wipe() }
            return unsafe SecretBytes(count: opened.count) { target in
                unsafe opened.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
        } catch {
            throw KeychainError(.decode, during: "opening a sealed blob")
        }
    }

    /// The AES-256 key of one nonce: CMAC(K, 00 01 'X' 00 ‖ N) ‖ CMAC(K, 00 02 'X' 00 ‖ N) with N the first 12 bytes.
    ///
    /// Each message is one whole block, for which AES-CMAC (RFC 4493 §2.4) is AES(K, M ⊕ K1) with K1 the doubled
    /// AES(K, 0); this saves the general construction and is checked against the published vectors.
    static func deriveKey(from key: UnsafeRawBufferPointer, nonce: [UInt8]) throws(KeychainError) -> SymmetricKey {
        guard key.count == keySize, nonce.count == nonceSize else {
            throw KeychainError(.parameter, during: "deriving the key of a nonce")
        }
        let root = unsafe SymmetricKey(data: key)
        var blocks = unsafe SecretBytes(count: 32) { _ in }
        do {
            return unsafe try blocks.withUnsafeMutableBytes { blocks in
                var subkey = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[..<16])
                unsafe try AES.permute(&subkey, key: root)
                unsafe double(subkey)
                for offset in 0..<16 { unsafe blocks[16 + offset] = blocks[offset] }
                for half in 0..<2 {
                    var block = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[16 * half..<16 * half + 16])
                    unsafe block[1] ^= UInt8(half + 1)
                    unsafe block[2] ^= 0x58
                    for offset in 0..<12 { unsafe block[4 + offset] ^= nonce[offset] }
                    unsafe try AES.permute(&block, key: root)
                }
                return unsafe SymmetricKey(data: UnsafeRawBufferPointer(blocks))
            }
        } catch {
            throw KeychainError(.internalError, during: "deriving the key of a nonce")
        }
    }

    /// Doubling in GF(2^128), in place and without a branch on the secret (RFC 4493 §2.3).
    private static func double(_ block: UnsafeMutableRawBufferPointer) {
        let carry = unsafe block[0] >> 7
        for offset in 0..<15 { unsafe block[offset] = block[offset] << 1 | block[offset + 1] >> 7 }
        unsafe block[15] = block[15] << 1 ^ (0x87 & (0 &- carry))
    }
}

extension Data {
    /// Overwrites the bytes. The storage is the decryption's own buffer and nobody else holds it.
    fileprivate mutating func wipe() {
        unsafe withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { unsafe explicit_bzero(base, bytes.count) }
        }
    }
}
