// The item of a password as an object, which other calls take.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
package import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform

/// A password in a keychain, by its persistent reference: what `kSecReturnRef` gives of one. As on macOS.
///
/// The object holds nothing of the item. Each use looks for the item anew, with the access groups that the program has
/// then; that of a deleted item answers `errSecItemNotFound`. `kSecValueRef` and `kSecMatchItemList` take it.
public final class SecKeychainItem: Sendable {
    package let reference: PersistentReference
    /// The path of the keychain.
    package let keychain: String
    let client: KeychainClient

    package init(_ reference: PersistentReference, in keychain: String, of client: KeychainClient) {
        self.reference = reference
        self.keychain = keychain
        self.client = client
    }

    /// The search for the item alone.
    var query: ItemQuery {
        var query = ItemQuery(itemClass: reference.itemClass)
        query.persistentReference = reference
        query.synchronizable = .any
        return query
    }

    /// Where the item is, which is there since it has been found there once.
    var address: KeychainAddress { .file(keychain) }
}

extension SecKeychainItem: Hashable {
    public static func == (lhs: SecKeychainItem, rhs: SecKeychainItem) -> Bool {
        lhs.reference == rhs.reference && lhs.keychain.hasSameBytes(as: rhs.keychain)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}

extension SecKeychainItem: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of the items of passwords.
public func SecKeychainItemGetTypeID() -> CFTypeID { SecKeychainItem._cfTypeID }

/// Deletes the item of a password.
///
/// - Parameter itemRef: From `kSecReturnRef`, or a search for a password.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if it is gone, or in no access group of the program. As on macOS.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
    do {
        try itemRef.client.delete(itemRef.query, in: itemRef.address)
        return errSecSuccess
    } catch {
        return error.ofItemCalls.code.rawValue
    }
}

/// The keychain that an item is in.
///
/// - Parameters:
///   - itemRef: From `kSecReturnRef`, or a search for a password.
///   - keychain: Gets the keychain.
/// - Returns: `errSecSuccess`. As on macOS.
@discardableResult
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    unsafe keychain.pointee = SecKeychain(path: itemRef.keychain)
    return errSecSuccess
}
