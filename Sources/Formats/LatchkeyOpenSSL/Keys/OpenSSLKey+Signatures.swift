// Signatures by OpenSSL.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

extension OpenSSLKey {
    /// - Parameter input: a digest, or for a scheme that takes messages as they are, a message.
    /// - Throws: `.parameter` for what cannot be signed.
    package func signature(
        _ scheme: SignatureScheme, _ hash: KeyHash?, _ input: UnsafeRawBufferPointer
    ) throws(KeychainError) -> [UInt8] {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        switch scheme {
        case .ed25519, .ed448: return try unsafe messageSignature(input)
        case .rsaRaw(let form):
            let number = try unsafe RSANumber(input, form, size: outputSize)
            return form.written(try rsaPrivate(number).declassified(because: "it is a signature"))
        case .rsaPKCS1, .rsaPSS, .ecdsaFixed, .ecdsaDER:
            var count = outputSize
            var signature = [UInt8](repeating: 0, count: count)
            let start = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let isDone = try unsafe withContext(.sign(scheme, hash)) { context in
                unsafe EVP_PKEY_sign(context, &signature, &count, start, input.count) == 1
            }
            guard isDone, count <= signature.count else {
                throw KeychainError(.parameter, during: "computing with a key")
            }
            return count == signature.count ? signature : Array(signature.prefix(count))
        case .mlDSA: throw KeychainError(.parameter, during: "signing with a key of another kind")
        }
    }

    /// - Parameter input: as for ``signature(_:_:_:)``.
    /// - Throws: `.verifyFailed` for a signature that is not the key's over this.
    package func verify(
        _ signature: [UInt8], _ scheme: SignatureScheme, _ hash: KeyHash?, _ input: UnsafeRawBufferPointer
    ) throws(KeychainError) {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let start = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let isRight: Bool
        switch scheme {
        case .ed25519, .ed448:
            guard let context = unsafe EVP_MD_CTX_new() else { throw Self.noMemory }
            defer { unsafe EVP_MD_CTX_free(context) }
            isRight =
                unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
                && EVP_DigestVerify(context, signature, signature.count, start, input.count) == 1
        case .rsaRaw(let form):
            let number = try unsafe RSANumber(input, form, size: outputSize)
            let found = try? unsafe signature.withRawBytes { signature throws(KeychainError) in
                try rsaPublic(try unsafe RSANumber(signature, form, size: outputSize))
            }
            isRight = unsafe number.bytes.withUnsafeBytes { unsafe found?.elementsEqual($0) == true }
        case .rsaPKCS1, .rsaPSS, .ecdsaFixed, .ecdsaDER:
            isRight = try unsafe withContext(.verify(scheme, hash)) { context in
                unsafe EVP_PKEY_verify(context, signature, signature.count, start, input.count) == 1
            }
        case .mlDSA: throw KeychainError(.parameter, during: "verifying with a key of another kind")
        }
        guard isRight else { throw Self.mismatch }
    }

    private static let noMemory = KeychainError(.allocate, during: "making a context for a signature")
    private static let mismatch = KeychainError(.verifyFailed, during: "verifying a signature")

    /// A signature of the Edwards curves, which take the message as it is.
    private func messageSignature(_ message: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
        let start = unsafe message.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let context = unsafe EVP_MD_CTX_new() else { throw Self.noMemory }
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = outputSize
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, start, message.count) == 1
        else { throw KeychainError(.parameter, during: "signing a message") }
        return Array(signature.prefix(count))
    }
}

extension SignatureScheme {
    /// Tells a context the padding and the hash function.
    func prepare(_ context: OpaquePointer, _ hash: KeyHash?) -> Bool {
        switch self {
        case .rsaPKCS1:
            guard unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1 else { return false }
            return unsafe hash == nil || EVP_PKEY_CTX_set_signature_md(context, hash?.function) == 1
        case .rsaPSS:
            // The function of MGF1 is that of the digest, if nothing else is said.
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_signature_md(context, hash?.function) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
        default: return true
        }
    }
}
