// Calls about items that give their class: a number that no Swift has for every class of C.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

@unsafe
@_cdecl("SecKeychainItemCopyContent")
public func callSecKeychainItemCopyContent(
    _ item: UnsafeRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?, _ list: UnsafeMutableRawPointer?,
    _ length: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard let item = unsafe Incoming.object(SecKeychainItem.self, item) else { return errSecParam }
    var found = SecItemClass.genericPasswordItemClass
    let status = unsafe SecKeychainItemCopyContent(
        item, &found, list?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, data)
    if status == errSecSuccess, let itemClass = unsafe itemClass { unsafe itemClass.pointee = found.rawValue }
    return status
}

@unsafe
@_cdecl("SecKeychainItemCopyAttributesAndData")
public func callSecKeychainItemCopyAttributesAndData(
    _ item: UnsafeRawPointer?, _ info: UnsafeMutableRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?,
    _ list: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard let item = unsafe Incoming.object(SecKeychainItem.self, item) else { return errSecParam }
    var found = SecItemClass.genericPasswordItemClass
    let status = unsafe SecKeychainItemCopyAttributesAndData(
        item, info?.assumingMemoryBound(to: SecKeychainAttributeInfo.self), &found,
        list?.assumingMemoryBound(to: UnsafeMutablePointer<SecKeychainAttributeList>?.self), length, data)
    if status == errSecSuccess, let itemClass = unsafe itemClass { unsafe itemClass.pointee = found.rawValue }
    return status
}
