// The ciphers that OpenSSH has its private keys under, by its names.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

package enum SSHCipher: String, CaseIterable {
    case aes128CBC = "aes128-cbc"
    case aes192CBC = "aes192-cbc"
    case aes256CBC = "aes256-cbc"
    case aes128Counter = "aes128-ctr"
    case aes192Counter = "aes192-ctr"
    case aes256Counter = "aes256-ctr"
    case aes128Galois = "aes128-gcm@openssh.com"
    case aes256Galois = "aes256-gcm@openssh.com"
    case chaCha = "chacha20-poly1305@openssh.com"
    case tripleDES = "3des-cbc"

    package var keySize: Int {
        switch self {
        case .aes128CBC, .aes128Counter, .aes128Galois: 16
        case .aes192CBC, .aes192Counter, .tripleDES: 24
        case .aes256CBC, .aes256Counter, .aes256Galois: 32
        // The second half is for the lengths of packets, of which a file has none.
        case .chaCha: 64
        }
    }

    /// Bytes of the initialisation vector, which is made of the passphrase too.
    package var vectorSize: Int {
        switch self {
        case .aes128Galois, .aes256Galois: 12
        case .chaCha: 0
        case .tripleDES: 8
        default: 16
        }
    }

    /// What the bytes under the cipher are a multiple of.
    package var blockSize: Int { self == .tripleDES || self == .chaCha ? 8 : 16 }

    /// Bytes of the tag that stands behind them.
    package var tagSize: Int { [.aes128Galois, .aes256Galois, .chaCha].contains(self) ? 16 : 0 }

    /// Nil if the tag is another. Without a tag, whoever reads the bytes sees that they are of another key.
    /// - Parameter keys: the key and the vector, one behind the other.
    package func decrypt(_ bytes: ItemSecret, tag: ItemSecret, keys: ItemSecret) -> ItemSecret? {
        guard keys.count == keySize + vectorSize, tag.count == tagSize, bytes.count.isMultiple(of: blockSize) else {
            return nil
        }
        if self == .chaCha { return ChaChaPoly.open(bytes, tag: tag, key: keys.part(0..<32)) }
        return run(bytes, tag: tag, keys: keys, encrypts: false)
    }

    /// Nil for a cipher with a tag: nothing new is written under one.
    package func encrypt(_ bytes: ItemSecret, keys: ItemSecret) -> ItemSecret? {
        guard keys.count == keySize + vectorSize, tagSize == 0, bytes.count.isMultiple(of: blockSize) else {
            return nil
        }
        return run(bytes, tag: ItemSecret(copying: []), keys: keys, encrypts: true)
    }

    private var function: OpaquePointer? {
        switch self {
        case .aes128CBC: unsafe EVP_aes_128_cbc()
        case .aes192CBC: unsafe EVP_aes_192_cbc()
        case .aes256CBC: unsafe EVP_aes_256_cbc()
        case .aes128Counter: unsafe EVP_aes_128_ctr()
        case .aes192Counter: unsafe EVP_aes_192_ctr()
        case .aes256Counter: unsafe EVP_aes_256_ctr()
        case .aes128Galois: unsafe EVP_aes_128_gcm()
        case .aes256Galois: unsafe EVP_aes_256_gcm()
        case .chaCha: nil
        case .tripleDES: unsafe EVP_des_ede3_cbc()
        }
    }

    private func run(_ bytes: ItemSecret, tag: ItemSecret, keys: ItemSecret, encrypts: Bool) -> ItemSecret? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let (key, vector) = (keys.part(0..<keySize), keys.part(keySize..<keys.count))
        var tag = tag.bytes.copy()
        let isReady = unsafe key.bytes.withUnsafeBytes { key in
            unsafe vector.bytes.withUnsafeBytes { vector in
                unsafe EVP_CipherInit_ex(
                    context, function, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    vector.baseAddress?.assumingMemoryBound(to: UInt8.self), encrypts ? 1 : 0) == 1
                    && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            }
        }
        let isTagged = unsafe tag.withUnsafeMutableBytes { tag in
            unsafe tag.isEmpty
                || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tag.count), tag.baseAddress) == 1
        }
        guard isReady, isTagged else { return nil }
        var isDone = false
        let result = unsafe SecretBytes(count: bytes.count) { target in
            var (count, rest): (CInt, CInt) = (0, 0)
            var none: UInt8 = 0
            let out = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            isDone = unsafe bytes.bytes.withUnsafeBytes { bytes in
                let octets = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe EVP_CipherUpdate(context, out, &count, octets, CInt(bytes.count)) == 1
                    && Int(count) == bytes.count && EVP_CipherFinal_ex(context, &none, &rest) == 1 && rest == 0
            }
        }
        return isDone ? ItemSecret(result) : nil
    }
}
