// Encrypts and decrypts with keys, and agrees on secrets.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

/// Some bytes, encrypted for whoever has the private key.
///
/// - Parameters:
///   - key: The public key.
///   - algorithm: How to encrypt. What RSA alone encrypts is shorter than its modulus; those with AES have no such
///     limit but 2 GiB.
///   - plaintext: The bytes.
///   - error: Gets `errSecParam` for what the key cannot do, and for too many bytes. The caller owns it.
/// - Returns: the ciphertext, or nil with `error` set.
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        Data(try unsafe key.encrypted(plaintext.buffer, algorithm.known())) as NSData
    }
}

/// The bytes that were encrypted for a key. From here on their memory is the program's.
///
/// With ``SecKeyAlgorithm/rsaEncryptionPKCS1`` whoever learns whether some ciphertext of theirs was refused, by an
/// answer or by the time that it took, can decrypt others with many questions. Use it for old data only, and OAEP for
/// what others send.
///
/// - Parameters:
///   - key: The private key.
///   - algorithm: How they were encrypted.
///   - ciphertext: What the encryption gave.
///   - error: Gets `errSecParam` for what the key cannot do, and whatever else is wrong; never what. The caller owns
///     it.
/// - Returns: the bytes, or nil with `error` set.
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        try unsafe key.decrypted(ciphertext.buffer, algorithm.known()).object
    }
}

/// What two keys agree on: each side has its own private key and the other's public one. From here on its memory is the
/// program's.
///
/// - Parameters:
///   - privateKey: The own key.
///   - algorithm: Whether, and with which hash function, the secret is derived further.
///   - publicKey: The other's key, of the same curve.
///   - parameters: For a derivation, `SecKeyKeyExchangeParameter.requestedSize` in bytes, and `sharedInfo` if both
///     sides have some.
///   - error: Gets `errSecParam` for what the keys cannot do, and for parameters that are missing or of another type.
///     The caller owns it.
/// - Returns: the secret, or nil with `error` set.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        let algorithm = try algorithm.known()
        let (size, sharedInfo) = try exchangeParameters(parameters)
        return try privateKey.sharedSecret(with: publicKey, algorithm, size: size, sharedInfo: sharedInfo).object
    }
}

private func exchangeParameters(_ parameters: NSDictionary) throws(KeychainError) -> (Int?, [UInt8]) {
    let refusal = KeychainError(.parameter, during: "reading the parameters of a key exchange")
    var (size, sharedInfo): (Int?, [UInt8]) = (nil, [])
    for (key, value) in _cfEntries(of: parameters) {
        switch key as? NSString {
        case SecKeyKeyExchangeParameter.requestedSize.rawValue:
            guard let number = value as? NSNumber, let count = Int(exactly: number) else { throw refusal }
            size = count
        case SecKeyKeyExchangeParameter.sharedInfo.rawValue:
            guard let data = value as? NSData else { throw refusal }
            sharedInfo = data.octets
        default: continue
        }
    }
    return (size, sharedInfo)
}
