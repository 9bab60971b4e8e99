// The ciphers that files of keys are under.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

/// A cipher in the mode of cipher block chaining, with the padding of PKCS#7, or the stream RC4.
package enum BlockCipher: Hashable {
    case aes128, aes192, aes256, tripleDES
    /// By the bytes of the key.
    case rc2(Int), rc4(Int)

    package var keySize: Int {
        switch self {
        case .aes128: 16
        case .aes192, .tripleDES: 24
        case .aes256: 32
        case .rc2(let size), .rc4(let size): size
        }
    }

    /// Bytes of the initialisation vector; none for a stream.
    package var vectorSize: Int {
        switch self {
        case .aes128, .aes192, .aes256: 16
        case .tripleDES, .rc2: 8
        case .rc4: 0
        }
    }

    /// Nil for what is not under this key: its padding is none.
    package func decrypt(_ bytes: ItemSecret, key: ItemSecret, vector: ItemSecret) -> ItemSecret? {
        guard key.count == keySize, vector.count == vectorSize else { return nil }
        if case .rc4 = self {
            return ItemSecret(
                unsafe SecretBytes(count: bytes.count) { target in
                    unsafe bytes.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                    unsafe key.bytes.withUnsafeBytes { unsafe RC4.apply(key: $0, to: target) }
                })
        }
        guard bytes.count > 0, bytes.count.isMultiple(of: vectorSize) else { return nil }
        var isDone = true
        let padded = unsafe SecretBytes(count: bytes.count) { target in
            unsafe key.bytes.withUnsafeBytes { key in
                unsafe vector.bytes.withUnsafeBytes { vector in
                    if case .rc2 = self {
                        unsafe bytes.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                        unsafe RC2.decrypt(target, key: key, vector: vector)
                    } else {
                        isDone = unsafe run(bytes, into: target, key, vector, encrypts: false)
                    }
                }
            }
        }
        return isDone ? unpadded(padded) : nil
    }

    /// Nil for the ciphers that nothing new is written under.
    package func encrypt(_ bytes: ItemSecret, key: ItemSecret, vector: ItemSecret) -> ItemSecret? {
        guard key.count == keySize, vector.count == vectorSize, unsafe function != nil else { return nil }
        let padding = vectorSize - bytes.count % vectorSize
        let padded = ItemSecret(
            unsafe SecretBytes(count: bytes.count + padding) { target in
                unsafe bytes.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                for place in bytes.count..<target.count { unsafe target[place] = UInt8(padding) }
            })
        var isDone = true
        let encrypted = unsafe SecretBytes(count: padded.count) { target in
            unsafe key.bytes.withUnsafeBytes { key in
                unsafe vector.bytes.withUnsafeBytes { vector in
                    isDone = unsafe run(padded, into: target, key, vector, encrypts: true)
                }
            }
        }
        return isDone ? ItemSecret(encrypted) : nil
    }

    /// Takes the padding off. The time does not tell what is wrong with one.
    private func unpadded(_ bytes: borrowing SecretBytes) -> ItemSecret? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard bytes.count >= vectorSize, let last = unsafe bytes.last else { return nil }
            let padding = Int(last)
            // Negative if the padding is 0, or longer than a block.
            var fault = (padding - 1) | (vectorSize - padding)
            fault = fault >> (Int.bitWidth - 1)
            for place in 0..<vectorSize {
                // All ones for a byte of the padding, counted from the end.
                let isPadding = (place - padding) >> (Int.bitWidth - 1)
                fault |= unsafe isPadding & Int(bytes[bytes.count - 1 - place] ^ last)
            }
            guard fault == 0 else { return nil }
            let kept = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropLast(padding))
            return ItemSecret(unsafe SecretBytes(copying: kept))
        }
    }

    /// OpenSSL's own, where it has one.
    var function: OpaquePointer? {
        switch self {
        case .aes128: unsafe EVP_aes_128_cbc()
        case .aes192: unsafe EVP_aes_192_cbc()
        case .aes256: unsafe EVP_aes_256_cbc()
        case .tripleDES: unsafe EVP_des_ede3_cbc()
        case .rc2, .rc4: nil
        }
    }

    /// Whole blocks through OpenSSL.
    private func run(
        _ bytes: ItemSecret, into target: UnsafeMutableRawBufferPointer, _ key: UnsafeRawBufferPointer,
        _ vector: UnsafeRawBufferPointer, encrypts: Bool
    ) -> Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard bytes.count < Int(CInt.max), let context = unsafe EVP_CIPHER_CTX_new() else { return false }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let key = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let vector = unsafe vector.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let out = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe EVP_CipherInit_ex(context, function, nil, key, vector, encrypts ? 1 : 0) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return false }
        var count: CInt = 0
        return unsafe bytes.bytes.withUnsafeBytes { bytes in
            let octets = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return unsafe EVP_CipherUpdate(context, out, &count, octets, CInt(bytes.count)) == 1
                && Int(count) == bytes.count
        }
    }
}
