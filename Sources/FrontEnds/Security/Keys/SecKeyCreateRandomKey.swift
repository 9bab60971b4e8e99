// Makes keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform

/// A new private key, whose public half ``SecKeyCopyPublicKey(_:)`` gives. As on iOS.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` as text, `kSecAttrKeySizeInBits` as a number or as text: RSA of 512 to 8192 bits,
///     elliptic curves of 192, 224, 256, 384 or 521; "768" or "1024" for ML-KEM, "65" or "87" for ML-DSA. Other
///     attributes are for both halves, or for one of them in `kSecPrivateKeyAttrs` or `kSecPublicKeyAttrs`. With
///     `kSecAttrIsPermanent` a half is stored.
///   - error: Gets `errSecParam` for a type or size that is not there, `errSecUnimplemented` for a key of a token, or
///     why a half could not be stored; then nothing is. The caller owns it.
/// - Returns: the key, or nil with `error` set.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        try ItemCalls(client: .shared).newKey(parameters).key
    }
}

/// A new pair of keys; otherwise as ``SecKeyCreateRandomKey(_:_:)``.
///
/// - Parameters:
///   - parameters: As there.
///   - publicKey: Gets the public half, if there is a place for it.
///   - privateKey: Gets the private half, if there is a place for it.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    do {
        let pair = try ItemCalls(client: .shared).newKey(parameters)
        if let publicKey = unsafe publicKey { unsafe publicKey.pointee = pair.publicKey }
        if let privateKey = unsafe privateKey { unsafe privateKey.pointee = pair.key }
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}
