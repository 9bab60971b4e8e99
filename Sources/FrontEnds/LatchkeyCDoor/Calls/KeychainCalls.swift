// The calls of Keychain for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecAccessCreate")
public func callSecAccessCreate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFString.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: SecAccess?
    let status = unsafe SecAccessCreate(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@_cdecl("SecAccessGetTypeID")
public func callSecAccessGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_access) : 0
}

@unsafe
@_cdecl("SecKeychainAddGenericPassword")
public func callSecKeychainAddGenericPassword(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafePointer<CChar>?, _ a3: UInt32, _ a4: UnsafePointer<CChar>?,
    _ a5: UInt32, _ a6: UnsafeRawPointer?, _ a7: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0)
    else { return errSecParam }
    var a7Object: SecKeychainItem?
    let status = unsafe withUnsafeMutablePointer(to: &a7Object) { a7Place in
        unsafe SecKeychainAddGenericPassword(
            a0, a1, unsafe a2, a3, unsafe a4, a5, unsafe a6, unsafe a7 == nil ? nil : a7Place)
    }
    unsafe Outgoing.leave(a7Object, a7, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainAddInternetPassword")
public func callSecKeychainAddInternetPassword(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafePointer<CChar>?, _ a3: UInt32, _ a4: UnsafePointer<CChar>?,
    _ a5: UInt32, _ a6: UnsafePointer<CChar>?, _ a7: UInt32, _ a8: UnsafePointer<CChar>?, _ a9: UInt16, _ a10: UInt32,
    _ a11: UInt32, _ a12: UInt32, _ a13: UnsafeRawPointer?, _ a14: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0),
        let a10 = Incoming.raw(SecProtocolType.self, a10),
        let a11 = Incoming.raw(SecAuthenticationType.self, a11.byteSwapped)
    else { return errSecParam }
    var a14Object: SecKeychainItem?
    let status = unsafe withUnsafeMutablePointer(to: &a14Object) { a14Place in
        unsafe SecKeychainAddInternetPassword(
            a0, a1, unsafe a2, a3, unsafe a4, a5, unsafe a6, a7, unsafe a8, a9, a10, a11, a12, unsafe a13,
            unsafe a14 == nil ? nil : a14Place)
    }
    unsafe Outgoing.leave(a14Object, a14, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainCopyDefault")
public func callSecKeychainCopyDefault(
    _ a0: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0
    else { return errSecParam }
    var a0Object: SecKeychain?
    let status = unsafe SecKeychainCopyDefault(&a0Object)
    unsafe Outgoing.leave(a0Object, a0, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainCopySearchList")
public func callSecKeychainCopySearchList(
    _ a0: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0
    else { return errSecParam }
    var a0Object: CFArray?
    let status = unsafe SecKeychainCopySearchList(&a0Object)
    unsafe Outgoing.leave(a0Object, a0, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainCreate")
public func callSecKeychainCreate(
    _ a0: UnsafePointer<CChar>?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Bool, _ a4: UnsafeRawPointer?,
    _ a5: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0,
        let a4 = unsafe Incoming.optional(SecAccess.self, a4)
    else { return errSecParam }
    var a5Object: SecKeychain?
    let status = unsafe withUnsafeMutablePointer(to: &a5Object) { a5Place in
        unsafe SecKeychainCreate(a0, a1, unsafe a2, a3, a4, unsafe a5 == nil ? nil : a5Place)
    }
    unsafe Outgoing.leave(a5Object, a5, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainDelete")
public func callSecKeychainDelete(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0)
    else { return errSecParam }
    return SecKeychainDelete(a0)
}

@unsafe
@_cdecl("SecKeychainFindGenericPassword")
public func callSecKeychainFindGenericPassword(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafePointer<CChar>?, _ a3: UInt32, _ a4: UnsafePointer<CChar>?,
    _ a5: UnsafeMutablePointer<UInt32>?, _ a6: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ a7: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(AnyObject.self, a0)
    else { return errSecParam }
    var a7Object: SecKeychainItem?
    let status = unsafe withUnsafeMutablePointer(to: &a7Object) { a7Place in
        unsafe SecKeychainFindGenericPassword(
            a0, a1, unsafe a2, a3, unsafe a4, unsafe a5, unsafe a6, unsafe a7 == nil ? nil : a7Place)
    }
    unsafe Outgoing.leave(a7Object, a7, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainFindInternetPassword")
public func callSecKeychainFindInternetPassword(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafePointer<CChar>?, _ a3: UInt32, _ a4: UnsafePointer<CChar>?,
    _ a5: UInt32, _ a6: UnsafePointer<CChar>?, _ a7: UInt32, _ a8: UnsafePointer<CChar>?, _ a9: UInt16, _ a10: UInt32,
    _ a11: UInt32, _ a12: UnsafeMutablePointer<UInt32>?, _ a13: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ a14: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(AnyObject.self, a0),
        let a10 = Incoming.raw(SecProtocolType.self, a10),
        let a11 = Incoming.raw(SecAuthenticationType.self, a11.byteSwapped)
    else { return errSecParam }
    var a14Object: SecKeychainItem?
    let status = unsafe withUnsafeMutablePointer(to: &a14Object) { a14Place in
        unsafe SecKeychainFindInternetPassword(
            a0, a1, unsafe a2, a3, unsafe a4, a5, unsafe a6, a7, unsafe a8, a9, a10, a11, unsafe a12, unsafe a13,
            unsafe a14 == nil ? nil : a14Place)
    }
    unsafe Outgoing.leave(a14Object, a14, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainGetPath")
public func callSecKeychainGetPath(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UInt32>?, _ a2: UnsafeMutablePointer<CChar>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0),
        let a1 = unsafe a1,
        let a2 = unsafe a2
    else { return errSecParam }
    return unsafe SecKeychainGetPath(a0, a1, a2)
}

@unsafe
@_cdecl("SecKeychainGetStatus")
public func callSecKeychainGetStatus(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    return unsafe SecKeychainGetStatus(a0, a1)
}

@_cdecl("SecKeychainGetTypeID")
public func callSecKeychainGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_keychain) : 0
}

@unsafe
@_cdecl("SecKeychainItemCopyKeychain")
public func callSecKeychainItemCopyKeychain(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKeychainItem.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: SecKeychain?
    let status = unsafe SecKeychainItemCopyKeychain(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainItemDelete")
public func callSecKeychainItemDelete(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKeychainItem.self, a0)
    else { return errSecParam }
    return SecKeychainItemDelete(a0)
}

@unsafe
@_cdecl("SecKeychainItemFreeAttributesAndData")
public func callSecKeychainItemFreeAttributesAndData(
    _ a0: UnsafeMutableRawPointer?, _ a1: UnsafeMutableRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    return unsafe SecKeychainItemFreeAttributesAndData(
        unsafe a0?.assumingMemoryBound(to: SecKeychainAttributeList.self), unsafe a1)
}

@unsafe
@_cdecl("SecKeychainItemFreeContent")
public func callSecKeychainItemFreeContent(
    _ a0: UnsafeMutableRawPointer?, _ a1: UnsafeMutableRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    return unsafe SecKeychainItemFreeContent(
        unsafe a0?.assumingMemoryBound(to: SecKeychainAttributeList.self), unsafe a1)
}

@_cdecl("SecKeychainItemGetTypeID")
public func callSecKeychainItemGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_keychain_item) : 0
}

@unsafe
@_cdecl("SecKeychainLock")
public func callSecKeychainLock(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0)
    else { return errSecParam }
    return SecKeychainLock(a0)
}

@unsafe
@_cdecl("SecKeychainOpen")
public func callSecKeychainOpen(
    _ a0: UnsafePointer<CChar>?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0,
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: SecKeychain?
    let status = unsafe SecKeychainOpen(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecKeychainSetDefault")
public func callSecKeychainSetDefault(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0)
    else { return errSecParam }
    return SecKeychainSetDefault(a0)
}

@unsafe
@_cdecl("SecKeychainSetSearchList")
public func callSecKeychainSetSearchList(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFArray.self, a0)
    else { return errSecParam }
    return SecKeychainSetSearchList(a0)
}

@unsafe
@_cdecl("SecKeychainUnlock")
public func callSecKeychainUnlock(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Bool
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecKeychain.self, a0)
    else { return errSecParam }
    return unsafe SecKeychainUnlock(a0, a1, unsafe a2, a3)
}
