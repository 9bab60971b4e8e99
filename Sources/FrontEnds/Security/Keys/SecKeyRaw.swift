// The older functions, which work on buffers: sign, verify, encrypt, decrypt.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

/// Signs a digest into a buffer. As ``SecKeyCreateSignature(_:_:_:_:)`` with the algorithm that the padding stands for.
///
/// - Parameters:
///   - key: A private key.
///   - padding: RSA: none, `.PKCS1` over the bytes as they are, or that of a digest. Elliptic curves: `.sigRaw` for `r`
///     and `s` one after the other, anything else for DER.
///   - dataToSign: The digest.
///   - dataToSignLen: Its bytes.
///   - sig: Gets the signature.
///   - sigLen: The bytes that have room there; gets those of the signature.
/// - Returns: `errSecSuccess`; `errSecParam` for what the key cannot do, or too little room.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafeRawPointer, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(KeychainError) in
        let input = try unsafe buffer(dataToSign, dataToSignLen)
        let signature = try unsafe key.signature(over: input, padding.signature(of: key))
        try unsafe signature.withRawBytes { bytes throws(KeychainError) in try unsafe write(bytes, sig, sigLen) }
    }
}

/// Verifies a signature over a digest.
///
/// - Parameters:
///   - key: The public key.
///   - padding: As for ``SecKeyRawSign(_:_:_:_:_:_:)``.
///   - signedData: The digest.
///   - signedDataLen: Its bytes.
///   - sig: The signature.
///   - sigLen: Its bytes.
/// - Returns: `errSecSuccess`; `errSSLCrypto` (-9809) for a signature that is not the key's; `errSecParam` for what the
///   key cannot do.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafeRawPointer, _ signedDataLen: Int,
    _ sig: UnsafeRawPointer, _ sigLen: Int
) -> OSStatus {
    let result = status { () throws(KeychainError) in
        // No key has a longer one; those of ML-DSA have 4627 bytes.
        guard sigLen <= 8192 else {
            throw KeychainError(.verifyFailed, during: "measuring a signature")
        }
        let (data, signature) = (
            try unsafe buffer(signedData, signedDataLen), try unsafe Array(buffer(sig, sigLen))
        )
        try unsafe key.verify(signature, over: data, padding.signature(of: key))
    }
    // errSSLCrypto, which Secure Transport declares on Apple's systems.
    return result == errSecVerifyFailed ? -9809 : result
}

/// Encrypts into a buffer, with RSA.
///
/// - Parameters:
///   - key: The public key.
///   - padding: None, `.PKCS1`, or `.OAEP` with SHA-1.
///   - plainText: The bytes.
///   - plainTextLen: How many.
///   - cipherText: Gets the ciphertext.
///   - cipherTextLen: The bytes that have room there; gets those of the ciphertext.
/// - Returns: `errSecSuccess`; `errSecParam` for what the key cannot do, too many bytes, or too little room.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafeRawPointer, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(KeychainError) in
        let input = try unsafe buffer(plainText, plainTextLen)
        let ciphertext = try unsafe key.encrypted(input, padding.encryption())
        try unsafe ciphertext.withRawBytes { bytes throws(KeychainError) in
            try unsafe write(bytes, cipherText, cipherTextLen)
        }
    }
}

/// Decrypts into a buffer, with RSA.
///
/// - Parameters:
///   - key: The private key.
///   - padding: As for ``SecKeyEncrypt(_:_:_:_:_:_:)``. With none, zeros at the beginning are left out.
///   - cipherText: The ciphertext.
///   - cipherTextLen: Its bytes.
///   - plainText: Gets the bytes.
///   - plainTextLen: The bytes that have room there; gets how many there are.
/// - Returns: `errSecSuccess`; `errSecParam` whatever is wrong.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafeRawPointer, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(KeychainError) in
        let plaintext = try unsafe key.decrypted(buffer(cipherText, cipherTextLen), padding.encryption())
        try unsafe plaintext.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            let zeros = padding.isEmpty ? unsafe bytes.prefix { $0 == 0 }.count : 0
            try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[zeros...]), plainText, plainTextLen)
        }
    }
}

private func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do {
        try body()
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}

private func buffer(_ start: UnsafeRawPointer, _ count: Int) throws(KeychainError) -> UnsafeRawBufferPointer {
    guard count >= 0 else { throw KeychainError(.parameter, during: "measuring a buffer") }
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
}

private func write(
    _ bytes: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<UInt8>, _ count: UnsafeMutablePointer<Int>
) throws(KeychainError) {
    guard unsafe bytes.count <= count.pointee else { throw KeychainError(.parameter, during: "measuring a buffer") }
    unsafe UnsafeMutableRawBufferPointer(start: target, count: bytes.count).copyMemory(from: bytes)
    unsafe count.pointee = bytes.count
}

extension SecPadding {
    /// - Throws: `.parameter` for a padding that is none of signatures.
    fileprivate func signature(of key: SecKey) throws(KeychainError) -> KeyAlgorithm {
        guard try key.half().kind.type == .rsa else {
            return .signature(self == .sigRaw ? .ecdsaFixed : .ecdsaDER, .digest(nil))
        }
        if isEmpty { return .signature(.rsaRaw(.bigEndian), .digest(nil)) }
        let hash: KeyHash?
        switch self {
        case .PKCS1: hash = nil
        case .PKCS1SHA1: hash = .sha1
        case .PKCS1SHA224: hash = .sha224
        case .PKCS1SHA256: hash = .sha256
        case .PKCS1SHA384: hash = .sha384
        case .PKCS1SHA512: hash = .sha512
        default: throw KeychainError(.parameter, during: "reading a padding")
        }
        return .signature(.rsaPKCS1, .digest(hash))
    }

    /// - Throws: `.parameter` for a padding that is none of encryption.
    fileprivate func encryption() throws(KeychainError) -> KeyAlgorithm {
        switch self {
        case []: return .encryption(.rsaRaw(.bigEndian))
        case .PKCS1: return .encryption(.rsaPKCS1)
        case .OAEP: return .encryption(.rsaOAEP(.sha1))
        default: throw KeychainError(.parameter, during: "reading a padding")
        }
    }
}
