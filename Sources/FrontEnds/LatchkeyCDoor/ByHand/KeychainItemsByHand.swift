// Calls about items that give their class, for which Swift has not every number, and calls with lists of attributes.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecKeychainItemCopyContent")
public func callSecKeychainItemCopyContent(
    _ item: UnsafeRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?, _ list: UnsafeMutableRawPointer?,
    _ length: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let item = unsafe Incoming.object(SecKeychainItem.self, item) else { return errSecParam }
    var found = SecItemClass.genericPasswordItemClass
    let status = unsafe SecKeychainItemCopyContent(
        item, &found, list?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, data)
    if status == errSecSuccess, let itemClass = unsafe itemClass { unsafe itemClass.pointee = found.rawValue }
    if status == errSecSuccess { unsafe latchkey_attributes_turn(list) }
    return status
}

@unsafe
@_cdecl("SecKeychainItemCopyAttributesAndData")
public func callSecKeychainItemCopyAttributesAndData(
    _ item: UnsafeRawPointer?, _ info: UnsafeMutableRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?,
    _ list: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let item = unsafe Incoming.object(SecKeychainItem.self, item) else { return errSecParam }
    var found = SecItemClass.genericPasswordItemClass
    let status = unsafe SecKeychainItemCopyAttributesAndData(
        item, info?.assumingMemoryBound(to: SecKeychainAttributeInfo.self), &found,
        list?.assumingMemoryBound(to: UnsafeMutablePointer<SecKeychainAttributeList>?.self), length, data)
    if status == errSecSuccess, let itemClass = unsafe itemClass { unsafe itemClass.pointee = found.rawValue }
    if status == errSecSuccess, let list = unsafe list {
        unsafe latchkey_attributes_turn(list.load(as: UnsafeMutableRawPointer?.self))
    }
    return status
}

@unsafe
@_cdecl("SecKeychainItemModifyContent")
public func callSecKeychainItemModifyContent(
    _ item: UnsafeRawPointer?, _ list: UnsafeRawPointer?, _ length: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
    unsafe modify(item, list, length, data, SecKeychainItemModifyContent)
}

@unsafe
@_cdecl("SecKeychainItemModifyAttributesAndData")
public func callSecKeychainItemModifyAttributesAndData(
    _ item: UnsafeRawPointer?, _ list: UnsafeRawPointer?, _ length: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
    unsafe modify(item, list, length, data, SecKeychainItemModifyAttributesAndData)
}

@unsafe private func modify(
    _ item: UnsafeRawPointer?, _ list: UnsafeRawPointer?, _ length: UInt32, _ data: UnsafeRawPointer?,
    _ call: (SecKeychainItem, UnsafePointer<SecKeychainAttributeList>?, UInt32, UnsafeRawPointer?) -> OSStatus
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let item = unsafe Incoming.object(SecKeychainItem.self, item) else { return errSecParam }
    let turned = unsafe latchkey_attributes_turned(list)
    defer { unsafe free(turned) }
    let given = unsafe turned.map { UnsafeRawPointer($0) } ?? list
    return unsafe call(item, given?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, data)
}
