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

    /// - Returns: the nonce, the ciphertext and the tag, in this order.
    /// - Throws: `.parameter` for a key or nonce of the wrong size.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        authenticating aad: UnsafeRawBufferPointer
    ) throws(KeychainError) -> [UInt8] {
        do {
            let derived = unsafe try deriveKey(from: key, nonce: nonce)
            let box = unsafe try AES.GCM.seal(
                plaintext, using: derived,
                nonce: AES.GCM.Nonce(data: UnsafeRawBufferPointer(rebasing: nonce[12...])), authenticating: aad)
            guard let combined = box.combined else { throw KeychainError(.internalError, during: "sealing") }
            return unsafe [UInt8](unsafeUninitializedCapacity: combined.count + 12) { target, count in
                let bytes = UnsafeMutableRawBufferPointer(target)
                unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: nonce[..<12]))
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[12...])
                unsafe combined.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
                count = combined.count + 12
            }
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.internalError, during: "sealing")
        }
    }

    /// Opens `sealed`, which is the nonce, the ciphertext and the tag, into wiped memory.
    ///
    /// The second half of the nonce, the ciphertext and the tag lie one behind the other as AES-GCM's own "combined" form has
    /// them, so that they are copied once.
    /// - Throws: `.decode` for anything that does not authenticate; all failures read alike.
    package static func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= nonceSize + tagSize, let start = sealed.baseAddress else {
            throw KeychainError(.decode, during: "opening a sealed blob")
        }
        do {
            let nonce = unsafe UnsafeRawBufferPointer(start: start, count: nonceSize)
            let derived = unsafe try deriveKey(from: key, nonce: nonce)
            let box = unsafe try AES.GCM.SealedBox(combined: Data(bytes: start + 12, count: sealed.count - 12))
            var opened = unsafe try AES.GCM.open(box, using: derived, authenticating: aad)
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
    static func deriveKey(
        from key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer
    ) throws(KeychainError) -> SymmetricKey {
        guard key.count == keySize, nonce.count == nonceSize else {
            throw KeychainError(.parameter, during: "deriving the key of a nonce")
        }
        let root = unsafe SymmetricKey(data: key)
        do {
            return unsafe try withUnsafeTemporaryAllocation(byteCount: 32, alignment: 16) { blocks in
                unsafe blocks.initializeMemory(as: UInt8.self, repeating: 0)
                defer { if let start = blocks.baseAddress { unsafe explicit_bzero(start, blocks.count) } }
                var subkey = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[..<16])
                unsafe try AES.permute(&subkey, key: root)
                unsafe double(subkey)
                unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[16...]).copyMemory(
                    from: UnsafeRawBufferPointer(subkey))
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
