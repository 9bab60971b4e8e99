// ChaCha20 with Poly1305 as OpenSSH has them (PROTOCOL.chacha20poly1305): not the way of RFC 8439.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyPlatform

enum ChaChaPoly {
    /// Bytes of a block of the stream, of which the first makes the key of the tag.
    private static let blockSize = 64

    /// The bytes as the first message, number zero. Nil if the tag is another.
    static func open(_ bytes: ItemSecret, tag: ItemSecret, key: ItemSecret) -> ItemSecret? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let stream = stream(over: bytes, key), let expected = code(of: bytes, key: stream.part(0..<32)),
            expected == tag
        else { return nil }
        return stream.part(blockSize..<stream.count)
    }

    /// A block of zeros and the bytes, with the stream over them.
    private static func stream(over bytes: ItemSecret, _ key: ItemSecret) -> ItemSecret? {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let vector = [UInt8](repeating: 0, count: 16)
        var isDone = false
        let result = unsafe SecretBytes(count: blockSize + bytes.count) { target in
            let body = unsafe UnsafeMutableRawBufferPointer(rebasing: target[blockSize...])
            unsafe bytes.bytes.withUnsafeBytes { unsafe body.copyMemory(from: $0) }
            var count: CInt = 0
            let out = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            isDone = unsafe key.bytes.withUnsafeBytes { key in
                let key = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe EVP_CipherInit_ex(context, EVP_chacha20(), nil, key, vector, 1) == 1
                    && EVP_CipherUpdate(context, out, &count, out, CInt(target.count)) == 1
                    && Int(count) == target.count
            }
        }
        return isDone ? ItemSecret(result) : nil
    }

    private static func code(of bytes: ItemSecret, key: ItemSecret) -> ItemSecret? {
        var isMade = false
        let code = unsafe SecretBytes(count: 16) { target in
            var count = 0
            let out = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            isMade = unsafe key.bytes.withUnsafeBytes { key in
                unsafe bytes.bytes.withUnsafeBytes { bytes in
                    let octets = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    return unsafe EVP_Q_mac(
                        nil, "POLY1305", nil, nil, nil, key.baseAddress, key.count, octets, bytes.count, out,
                        target.count, &count) != nil
                }
            }
            isMade = isMade && count == 16
        }
        return isMade ? ItemSecret(code) : nil
    }
}
