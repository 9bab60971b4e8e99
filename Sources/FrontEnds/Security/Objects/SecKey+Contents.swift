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
    for (attribute, value) in key.attributes { attributes[attribute.code as NSString] = value.object }
    for (flag, value) in key.flags { attributes[flag.code as NSString] = NSNumber(value: value) }
    if let outline = key.outline {
        attributes[kSecAttrKeySizeInBits] = AttributeValue.number(Int64(outline.sizeInBits))
            .keySizeObject(of: outline.kind.type)
    }
    attributes[kSecClass] = kSecClassKey
    // Numbers in an item, and text here.
    for attribute in [Attribute.keyClass, .type] {
        guard case .number(let number)? = key.attributes[attribute] else { continue }
        attributes[attribute.code as NSString] = NSString(string: String(number))
    }
    guard key.isExtractable, let bytes = try? key.bytes() else {
        attributes[kSecAttrIsExtractable] = NSNumber(value: false)
        attributes["next" as NSString] = NSNumber(value: true)
        return attributes
    }
    attributes[kSecValueData] = bytes.object
    return attributes
}

/// The public half of a key; of a public key, itself. Nil for a symmetric key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    key.publicKey
}

/// Bytes of the modulus, of the field of a curve, of a key of ML-KEM and ML-DSA itself, or of a block that a symmetric
/// key encrypts.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.blockSize }
