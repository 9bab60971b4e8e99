// The four calls on items: SecItemAdd, SecItemCopyMatching, SecItemUpdate, SecItemDelete.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition

/// Adds an item to the default keychain, which is made if there is none.
///
/// - Parameters:
///   - attributes: `kSecClass`, the attributes of the new item, `kSecValueData`, and return keys.
///   - result: Gets what the return keys ask for. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` if an item has the same primary key; `errSecInteractionNotAllowed`
///   while the item's class is locked; `errSecParam`, `errSecNoSuchAttr`, `errSecNoSuchClass` for a dictionary that
///   does not fit; `errSecMissingEntitlement` for a foreign access group. As on iOS.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    unsafe ItemCalls(client: .shared).add(attributes, result)
}

/// Finds items.
///
/// - Parameters:
///   - query: `kSecClass` or a persistent reference, the attributes that must be equal, match and return keys.
///   - result: Gets what the return keys ask for: one object, or with a `kSecMatchLimit` other than one an array in the
///     order of creation. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecInteractionNotAllowed` if an item that matches is locked or
///   needs the user; the codes for a dictionary that does not fit. As on iOS.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    unsafe ItemCalls(client: .shared).copyMatching(query, result)
}

/// Changes every item that matches, or none.
///
/// - Parameters:
///   - query: As for ``SecItemCopyMatching(_:_:)``. Without a match limit it is every item that matches. Return keys
///     are ignored, and so is how text is compared.
///   - attributesToUpdate: The attributes to change, and `kSecValueData` for a new secret.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecDuplicateItem` if a changed item would have the primary key
///   of another; `errSecInteractionNotAllowed`; the codes for a dictionary that does not fit. As on iOS.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    ItemCalls(client: .shared).update(query, attributesToUpdate)
}

/// Deletes every item that matches.
///
/// - Parameter query: As for ``SecItemUpdate(_:_:)``.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; the codes for a dictionary that does not fit. As on iOS.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    ItemCalls(client: .shared).delete(query)
}
