// XAES-256-GCM: AES-256-GCM with a 24-byte nonce that is safe to draw at random.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySodium
import Crypto
import CryptoExtras
import Glibc
package import LatchkeyPlatform

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

    /// Writes the nonce, the ciphertext and the tag into `target`, which has room for exactly these.
    /// - Throws: `.parameter` for a key, nonce or target of the wrong size.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer
    ) throws(KeychainError) {
        guard nonce.count == nonceSize, target.count == nonceSize + plaintext.count + tagSize else {
            throw KeychainError(.parameter, during: "sealing")
        }
        unsafe target.copyMemory(from: nonce)
        unsafe try withDerivedKey(from: key, nonce: nonce) { derived throws(KeychainError) in
            unsafe try AES256GCM.seal(
                plaintext, into: UnsafeMutableRawBufferPointer(rebasing: target[nonceSize...]), key: derived,
                nonce: UnsafeRawBufferPointer(rebasing: nonce[derivingSize...]), authenticating: aad)
        }
    }

    /// Opens `sealed`, which is the nonce, the ciphertext and the tag, into wiped memory.
    /// - Throws: `.decode` for anything that does not authenticate; all failures read alike.
    package static func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer
    ) throws(KeychainError) -> SecretBytes {
        guard sealed.count >= nonceSize + tagSize, key.count == keySize else {
            throw KeychainError(.decode, during: "opening a sealed blob")
        }
        let nonce = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<nonceSize])
        return unsafe try withDerivedKey(from: key, nonce: nonce) { derived throws(KeychainError) in
            unsafe try SecretBytes(count: sealed.count - nonceSize - tagSize) { target throws(KeychainError) in
                let isAuthentic = unsafe AES256GCM.open(
                    UnsafeRawBufferPointer(rebasing: sealed[nonceSize...]), into: target, key: derived,
                    nonce: UnsafeRawBufferPointer(rebasing: nonce[derivingSize...]), authenticating: aad)
                guard isAuthentic else { throw KeychainError(.decode, during: "opening a sealed blob") }
            }
        }
    }

    /// Bytes of the nonce that derive the key. The others are the nonce of AES-GCM.
    private static let derivingSize = nonceSize - AES256GCM.nonceSize

    /// Lends the AES-256 key of one nonce: CMAC(K, 00 01 'X' 00 ‖ N) ‖ CMAC(K, 00 02 'X' 00 ‖ N) with N its first 12
    /// bytes.
    ///
    /// Each message is one whole block, for which AES-CMAC (RFC 4493 §2.4) is AES(K, M ⊕ K1) with K1 the doubled
    /// AES(K, 0); this saves the general construction and is checked against the published vectors.
    static func withDerivedKey<R: ~Copyable>(
        from key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard key.count == keySize, nonce.count == nonceSize else {
            throw KeychainError(.parameter, during: "deriving the key of a nonce")
        }
        var derived = InlineArray<32, UInt8>(repeating: 0)
        return unsafe try withUnsafeMutableBytes(of: &derived) { blocks throws(KeychainError) in
            defer { if let start = blocks.baseAddress { unsafe explicit_bzero(start, blocks.count) } }
            let isDerived = unsafe derive(from: key, nonce: nonce, into: blocks)
            // swift-crypto leaves the expanded key on the stack, below where this function stands.
            sodium_stackzero(deepestDerivation)
            guard isDerived else { throw KeychainError(.internalError, during: "deriving the key of a nonce") }
            return unsafe try body(UnsafeRawBufferPointer(blocks))
        }
    }

    /// Bytes of the stack that are wiped after the derivation.
    private static let deepestDerivation = 2048

    /// Not inlined, so that all of its stack is below that of its caller, who wipes it.
    @inline(never)
    private static func derive(
        from key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into blocks: UnsafeMutableRawBufferPointer
    ) -> Bool {
        do {
            let root = unsafe SymmetricKey(data: key)
            var subkey = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[..<16])
            unsafe try AES.permute(&subkey, key: root)
            unsafe double(subkey)
            unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[16...]).copyMemory(
                from: UnsafeRawBufferPointer(subkey))
            for half in 0..<2 {
                var block = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[16 * half..<16 * half + 16])
                unsafe block[1] ^= UInt8(half + 1)
                unsafe block[2] ^= 0x58
                for offset in 0..<derivingSize { unsafe block[4 + offset] ^= nonce[offset] }
                unsafe try AES.permute(&block, key: root)
            }
            return true
        } catch {
            return false
        }
    }

    /// Doubling in GF(2^128), in place and without a branch on the secret (RFC 4493 §2.3).
    private static func double(_ block: UnsafeMutableRawBufferPointer) {
        let carry = unsafe block[0] >> 7
        for offset in 0..<15 { unsafe block[offset] = block[offset] << 1 | block[offset + 1] >> 7 }
        unsafe block[15] = block[15] << 1 ^ (0x87 & (0 &- carry))
    }
}
