// Makes symmetric keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyPlatform

/// A new symmetric key, of random bytes. As on macOS.
///
/// It is stored, searched for, compared and exported as other keys are. No call of this module encrypts with it: give
/// the bytes of ``SecKeyCopyExternalRepresentation(_:_:)`` to a library that does.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` as text: AES (128, 192 or 256 bits), Triple DES (192), DES (64), RC2 (40 to 1024),
///     RC4 (40 to 2048) or CAST (40 to 128). `kSecAttrKeySizeInBits` as a number or as text. With `kSecAttrIsPermanent`
///     it is stored with the other attributes, in the keychain of `kSecUseKeychain` or in the default one. The
///     application label, if none is given, is a new UUID as text.
///   - error: Gets `errSecParam` for a type or size that is not there, or why the key could not be stored. The caller
///     owns it.
/// - Returns: the key, or nil with `error` set.
public func SecKeyGenerateSymmetric(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        try ItemCalls(client: .shared).newSymmetricKey(parameters)
    }
}
