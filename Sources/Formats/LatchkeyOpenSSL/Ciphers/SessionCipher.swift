// The cipher under which ECIES and RSA with AES have the bytes: AES-GCM with an IV of 16 bytes (reference 5.6.8,
// 5.6.10).
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

/// A key for one message.
package struct SessionCipher: ~Copyable {
    /// The key, and behind it the IV if that is derived.
    private let material: SecretBytes
    private let keySize: Int

    package static let tagSize = latchkey_gcm_tag
    package static let ivSize = latchkey_gcm_iv

    /// - Parameter material: `keySize` bytes of key, alone or with the IV behind it; else the IV is zero, which is
    ///   right for a key that has one message.
    package init(_ material: consuming SecretBytes, keySize: Int) {
        precondition(material.count == keySize || material.count == keySize + Self.ivSize, "key, or key and IV")
        self.material = material
        self.keySize = keySize
    }

    /// The ciphertext with its tag behind it.
    /// - Throws: `.parameter` for 2 GiB and more, `.notAvailable` if there is no OpenSSL.
    package func seal(_ plaintext: UnsafeRawBufferPointer, aad: [UInt8] = []) throws(KeychainError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: Self.tagSize)
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
        try unsafe ciphertext.withMutableRawBytes { target throws(KeychainError) in
            try unsafe run(encrypting: true, plaintext, aad, target, &tag)
        }
        return ciphertext + tag
    }

    /// - Parameter sealed: the ciphertext with its tag behind it.
    /// - Throws: `.parameter` if it is too short, too long, or was changed.
    package func open(_ sealed: UnsafeRawBufferPointer, aad: [UInt8] = []) throws(KeychainError) -> SecretBytes {
        let size = sealed.count - Self.tagSize
        guard size >= 0 else { throw KeychainError(.parameter, during: "measuring a ciphertext") }
        var tag = unsafe [UInt8](UnsafeRawBufferPointer(rebasing: sealed[size...]))
        return try unsafe SecretBytes(count: size) { target throws(KeychainError) in
            try unsafe run(encrypting: false, UnsafeRawBufferPointer(rebasing: sealed[..<size]), aad, target, &tag)
        }
    }

    private func run(
        encrypting: Bool, _ input: UnsafeRawBufferPointer, _ aad: [UInt8], _ output: UnsafeMutableRawBufferPointer,
        _ tag: inout [UInt8]
    ) throws(KeychainError) {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let refusal = KeychainError(.parameter, during: "working a cipher")
        guard let count = CInt(exactly: input.count), let aadCount = CInt(exactly: aad.count) else { throw refusal }
        let zeros = [UInt8](repeating: 0, count: Self.ivSize)
        let isDone = unsafe material.withUnsafeBytes { material in
            unsafe zeros.withUnsafeBufferPointer { zeros in
                let key = unsafe material.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let iv = unsafe material.count == keySize ? zeros.baseAddress : key.map { unsafe $0 + keySize }
                return unsafe latchkey_gcm(
                    encrypting ? 1 : 0, key, keySize, iv, aad, aadCount,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), count,
                    output.baseAddress?.assumingMemoryBound(to: UInt8.self), &tag)
            }
        }
        guard isDone == 1 else { throw refusal }
    }
}
