// Who may use an item of a keychain file on macOS, as an object without contents.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes

/// An access object of macOS. It says nothing here: who may read an item is decided by its access group and its access
/// list (`security add-generic-password -T`).
public final class SecAccess: Sendable {
    let descriptor: String

    init(_ descriptor: String) { self.descriptor = descriptor }
}

extension SecAccess: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of access objects.
public func SecAccessGetTypeID() -> CFTypeID { SecAccess._cfTypeID }

/// An access object, for calls that take one.
///
/// - Parameters:
///   - descriptor: A name for people.
///   - trustedlist: Not looked at.
///   - accessRef: Gets the object.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecAccessCreate(
    _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    unsafe accessRef.pointee = SecAccess(descriptor as String)
    return errSecSuccess
}
