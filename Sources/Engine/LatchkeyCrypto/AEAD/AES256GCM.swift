// AES-256-GCM between buffers of the caller: libsodium's where the processor has instructions for it, else
// swift-crypto's.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySodium
import Crypto
import FoundationEssentials
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// The AEAD under XAES-256-GCM (NIST SP 800-38D): a 32-byte key, a 12-byte nonce, a 16-byte tag.
///
/// Both engines compute the same. libsodium's writes into the memory it is given, so that an opened secret is never
/// anywhere else, and allocates nothing (Decision 10).
package enum AES256GCM {
    package static let keySize = 32
    package static let nonceSize = 12
    package static let tagSize = 16

    package enum Engine: Sendable {
        /// libsodium with the processor's instructions for AES and GCM.
        case sodium
        /// swift-crypto; on every processor.
        case swiftCrypto

        /// What this processor can run, the fastest first.
        package static let available: [Engine] =
            sodium_init() >= 0 && crypto_aead_aes256gcm_is_available() == 1 ? [.sodium, .swiftCrypto] : [.swiftCrypto]
    }

    private static let fastest = Engine.available[0]

    /// Writes the ciphertext and behind it the tag into `target`, which has room for exactly these.
    /// - Throws: `.parameter` for a key, nonce or target of the wrong size.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer, by engine: Engine? = nil
    ) throws(KeychainError) {
        guard key.count == keySize, nonce.count == nonceSize, target.count == plaintext.count + tagSize else {
            throw KeychainError(.parameter, during: "sealing")
        }
        switch engine ?? fastest {
        case .sodium: unsafe sealBySodium(plaintext, into: target, key: key, nonce: nonce, authenticating: aad)
        case .swiftCrypto:
            do {
                let box = unsafe try AES.GCM.seal(
                    plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce), authenticating: aad)
                unsafe target.copyBytes(from: box.ciphertext)
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[plaintext.count...]).copyBytes(from: box.tag)
            } catch {
                throw KeychainError(.internalError, during: "sealing")
            }
        }
    }

    /// Opens `sealed`, a ciphertext and its tag, into `target`, which has room for exactly the plaintext.
    /// - Returns: false for anything that does not authenticate; the target holds nothing of it then.
    package static func open(
        _ sealed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer, by engine: Engine? = nil
    ) -> Bool {
        guard key.count == keySize, nonce.count == nonceSize, sealed.count == target.count + tagSize else {
            return false
        }
        switch engine ?? fastest {
        case .sodium: return unsafe openBySodium(sealed, into: target, key: key, nonce: nonce, authenticating: aad)
        case .swiftCrypto:
            guard
                let box = unsafe try? AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce),
                    ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<target.count]),
                    tag: UnsafeRawBufferPointer(rebasing: sealed[target.count...])),
                var opened = unsafe try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: aad)
            else { return false }
            unsafe target.copyBytes(from: opened)
            opened.wipe()
            return true
        }
    }

    /// Lends libsodium's expansion of a key, 512 bytes on the stack, and wipes it: libsodium itself would leave it
    /// there.
    private static func withState<R>(
        of key: UnsafeRawBufferPointer, _ body: (UnsafePointer<crypto_aead_aes256gcm_state>) -> R
    ) -> R {
        unsafe withUnsafeTemporaryAllocation(of: crypto_aead_aes256gcm_state.self, capacity: 1) { states in
            let state = unsafe states.baseAddress.unsafelyUnwrapped
            defer { unsafe explicit_bzero(state, MemoryLayout<crypto_aead_aes256gcm_state>.size) }
            unsafe crypto_aead_aes256gcm_beforenm(state, key.bytes)
            return unsafe body(state)
        }
    }

    private static func sealBySodium(
        _ plaintext: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer
    ) {
        unsafe withState(of: key) { state in
            // It refuses nothing but more than 64 GiB, which no dictionary holds.
            _ = unsafe crypto_aead_aes256gcm_encrypt_afternm(
                target.bytes, nil, plaintext.optionalBytes, UInt64(plaintext.count), aad.optionalBytes,
                UInt64(aad.count), nil, nonce.bytes, state)
        }
    }

    private static func openBySodium(
        _ sealed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating aad: UnsafeRawBufferPointer
    ) -> Bool {
        unsafe withState(of: key) { state in
            // Without a target libsodium would only verify, which is all there is to do for an empty plaintext.
            unsafe crypto_aead_aes256gcm_decrypt_afternm(
                target.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, sealed.bytes, UInt64(sealed.count),
                aad.optionalBytes, UInt64(aad.count), nonce.bytes, state) == 0
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var optionalBytes: UnsafePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }
    /// The bytes of a buffer that is known not to be empty.
    fileprivate var bytes: UnsafePointer<UInt8> {
        unsafe baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate var bytes: UnsafeMutablePointer<UInt8> {
        unsafe baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
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
