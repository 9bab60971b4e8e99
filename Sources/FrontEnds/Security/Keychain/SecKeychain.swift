// Keychains as objects, for kSecUseKeychain and kSecMatchSearchList.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform

/// A keychain by the path of its file, which need not exist. Two objects of one path are equal.
public final class SecKeychain: Sendable {
    package let path: String

    /// - Parameter path: absolute.
    package init(path: String) { self.path = path }
}

extension SecKeychain: Hashable {
    public static func == (lhs: SecKeychain, rhs: SecKeychain) -> Bool { lhs.path.hasSameBytes(as: rhs.path) }
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension SecKeychain: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of keychains.
public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain._cfTypeID }

/// A keychain by its path, or by its name in the directory of keychains.
///
/// The file is not looked at: the first use of one that does not exist answers `errSecNoSuchKeychain`. As on macOS.
///
/// - Parameters:
///   - pathName: The path of a file, or a name, as UTF-8 that ends with a zero byte.
///   - keychain: Gets the keychain.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    let name = unsafe String(cString: pathName)
    unsafe keychain.pointee = SecKeychain(path: KeychainClient.shared.preferences.path(ofKeychainNamed: name))
    return errSecSuccess
}

/// The keychain that receives what is added.
///
/// - Parameter keychain: Gets the keychain. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecNoDefaultKeychain` where it has been unset. As on macOS.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
    do {
        unsafe keychain.pointee = SecKeychain(path: try KeychainClient.shared.preferences.defaultKeychain())
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}

/// The keychains that `security list-keychains` shows, in order.
///
/// - Parameter searchList: Gets an array of ``SecKeychain``. Left as it is on failure.
/// - Returns: `errSecSuccess`, or why the list cannot be read. As on macOS.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    do {
        let keychains = try KeychainClient.shared.preferences.searchList().map(SecKeychain.init(path:))
        unsafe searchList.pointee = NSArray(array: keychains)
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}
