// The calls of macOS on whole keychains: made, deleted, locked, unlocked and listed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform

/// Makes a keychain and appends it to the search list.
///
/// - Parameters:
///   - pathName: The path of its file, or a name in the directory of keychains.
///   - passwordLength: Bytes of the password; 0 for a keychain that opens with the device alone.
///   - password: The password.
///   - promptUser: If true, the user would have to be asked for the password, which this call does not:
///     `errSecInteractionNotAllowed`.
///   - initialAccess: Without effect.
///   - keychain: Gets the keychain.
/// - Returns: `errSecSuccess`; `errSecDuplicateKeychain`; `errSecMissingEntitlement` from a daemon, whose keychains are
///   made with `security create-keychain`. As on macOS otherwise.
@discardableResult
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ promptUser: Bool,
    _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        guard !promptUser else {
            throw KeychainError(.interactionNotAllowed, during: "asking for the password of a new keychain")
        }
        let password = passwordLength == 0 ? nil : try unsafe ItemSecret(password, passwordLength)
        let made = try KeychainCalls(client: .shared).create(unsafe String(cString: pathName), password)
        if let keychain = unsafe keychain { unsafe keychain.pointee = made }
    }
}

/// Deletes a keychain with everything in it, and takes it out of the search list.
///
/// - Parameter keychain: Nil is refused (`errSecInvalidKeychain`): no keychain is deleted that was not named.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`; `errSecMissingEntitlement` from a daemon. As on macOS otherwise.
@discardableResult
public func SecKeychainDelete(_ keychain: SecKeychain?) -> OSStatus {
    guard let keychain else { return errSecInvalidKeychain }
    return statusOfCall { () throws(KeychainError) in try KeychainCalls(client: .shared).delete(keychain) }
}

/// Locks a keychain.
///
/// - Parameter keychain: Nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`. As on macOS.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
    statusOfCall { () throws(KeychainError) in try KeychainCalls(client: .shared).lock(keychain) }
}

/// Unlocks a keychain with its password.
///
/// - Parameters:
///   - keychain: Nil for the default keychain.
///   - passwordLength: Bytes of the password.
///   - password: The password.
///   - usePassword: If false, the user would have to be asked, which this call does not: `errSecInteractionNotAllowed`
///     while the keychain is locked.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong password; `errSecNoSuchKeychain`. As on macOS.
@discardableResult
public func SecKeychainUnlock(
    _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: Bool
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let password = usePassword ? try unsafe ItemSecret(password, passwordLength) : nil
        try KeychainCalls(client: .shared).unlock(keychain, with: password)
    }
}

/// The state of a keychain.
///
/// - Parameters:
///   - keychain: Nil for the default keychain.
///   - keychainStatus: Gets the sum of `kSecUnlockStateStatus`, `kSecReadPermStatus` and `kSecWritePermStatus`.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`. As on macOS.
@discardableResult
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        unsafe keychainStatus.pointee = try KeychainCalls(client: .shared).status(of: keychain)
    }
}

/// The path of a keychain.
///
/// - Parameters:
///   - keychain: Nil for the default keychain.
///   - ioPathLength: The bytes that have room in `pathName`; gets those of the path, without the zero byte.
///   - pathName: Gets the path as UTF-8 with a zero byte.
/// - Returns: `errSecSuccess`; `errSecBufferTooSmall` with the bytes of the path, one less than are needed, and nothing
///   written. As on macOS.
@discardableResult
public func SecKeychainGetPath(
    _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>, _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        try unsafe KeychainCalls(client: .shared).copyPath(of: keychain, ioPathLength, pathName)
    }
}

/// Makes a keychain the one that receives what is added.
///
/// - Parameter keychain: Nil unsets it.
/// - Returns: `errSecSuccess`, or why the preferences cannot be written. As on macOS.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        try KeychainClient.shared.preferences.setDefaultKeychain(keychain?.path)
    }
}

/// Sets the keychains that are searched.
///
/// - Parameter searchList: An array of ``SecKeychain``.
/// - Returns: `errSecSuccess`; `errSecParam` for anything else in the array; or why the preferences cannot be written.
///   As on macOS.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let keychains = _cfElements(of: searchList).map { $0 as? SecKeychain }
        guard keychains.allSatisfy({ $0 != nil }) else {
            throw KeychainError(.parameter, during: "reading a list of keychains")
        }
        try KeychainClient.shared.preferences.setSearchList(keychains.compactMap { $0?.path })
    }
}
