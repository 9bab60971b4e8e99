// What a key says of itself, and its bytes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// The bytes of a key, in the form that ``SecKeyCreateWithData(_:_:_:)`` takes. From here on their memory is the
/// program's.
///
/// - Parameters:
///   - key: Whose bytes.
///   - error: Gets `errSecDataNotAvailable` for a private key that is not extractable. The caller owns it.
/// - Returns: the bytes, or nil with `error` set.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        guard key.isExtractable else { throw KeychainError(.dataNotAvailable, during: "exporting a key that stays") }
        return try key.bytes().object
    }
}

/// The attributes of a key, its bytes among them as `kSecValueData` where they are extractable. As on iOS.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let attributes = NSMutableDictionary()
    for (attribute, value) in key.outline.attributes { attributes[attribute.code as NSString] = value.object }
    for (flag, value) in key.outline.flags { attributes[flag.code as NSString] = NSNumber(value: value) }
    attributes[kSecAttrKeySizeInBits] = AttributeValue.number(Int64(key.outline.sizeInBits))
        .keySizeObject(of: key.outline.kind.type)
    attributes[kSecClass] = kSecClassKey
    attributes[kSecAttrKeyClass] = NSString(string: String(key.outline.keyClass.rawValue))
    attributes[kSecAttrKeyType] = NSString(string: String(key.outline.kind.type.rawValue))
    guard key.isExtractable, let bytes = try? key.bytes() else {
        attributes[kSecAttrIsExtractable] = NSNumber(value: false)
        attributes["next" as NSString] = NSNumber(value: true)
        return attributes
    }
    attributes[kSecValueData] = bytes.object
    return attributes
}

/// The public half of a key; of a public key, itself.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    key.publicKey
}

/// Bytes of the modulus, of the field of a curve, or of a key of ML-KEM and ML-DSA itself.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.outline.blockSize }
