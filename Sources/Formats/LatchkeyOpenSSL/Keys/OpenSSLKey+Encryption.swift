// Encryption with RSA by OpenSSL.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

extension OpenSSLKey {
    /// The paddings of encryption.
    package enum Padding: Hashable, Sendable {
        case none
        case pkcs1
        case oaep(KeyHash)

        func prepare(_ context: OpaquePointer) -> Bool {
            switch self {
            case .none: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
            case .pkcs1: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            case .oaep(let hash):
                // The function of MGF1 is the same, if nothing else is said.
                unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
                    && EVP_PKEY_CTX_set_rsa_oaep_md(context, hash.function) == 1
            }
        }
    }

    /// - Throws: `.parameter` for what is too long.
    package func encrypted(
        _ plaintext: UnsafeRawBufferPointer, _ padding: Padding
    ) throws(KeychainError) -> [UInt8] {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let size = outputSize
        var output = [UInt8](repeating: 0, count: size)
        var count = size
        let start = unsafe plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let isDone = try unsafe withContext(.encrypt(padding)) { context in
            unsafe EVP_PKEY_encrypt(context, &output, &count, start, plaintext.count) == 1 && count <= size
        }
        guard isDone else { throw KeychainError(.parameter, during: "encrypting with a key") }
        return count == size ? output : Array(output.prefix(count))
    }

    /// - Throws: `.parameter`, whatever it is that is wrong.
    package func decrypted(
        _ ciphertext: UnsafeRawBufferPointer, _ padding: Padding
    ) throws(KeychainError) -> SecretBytes {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let context = try unsafe KeyContext(self) { context in
            guard unsafe EVP_PKEY_decrypt_init(context) == 1, unsafe padding.prepare(context) else { return false }
            // From version 3.2 on OpenSSL answers a wrong padding with bytes made up of the key and the ciphertext.
            // Apple's answer is a refusal, and so is the older versions', which do not know this option.
            if case .pkcs1 = padding { _ = unsafe EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "0") }
            return true
        }
        return try unsafe context.secret(EVP_PKEY_decrypt, of: ciphertext, atMost: outputSize)
    }

    /// The bare operation of the public half.
    package func rsaPublic(_ number: borrowing RSANumber) throws(KeychainError) -> [UInt8] {
        try unsafe number.bytes.withUnsafeBytes { bytes throws(KeychainError) in try unsafe encrypted(bytes, .none) }
    }

    /// The bare operation of the private half.
    package func rsaPrivate(_ number: borrowing RSANumber) throws(KeychainError) -> SecretBytes {
        try unsafe number.bytes.withUnsafeBytes { bytes throws(KeychainError) in try unsafe decrypted(bytes, .none) }
    }
}
