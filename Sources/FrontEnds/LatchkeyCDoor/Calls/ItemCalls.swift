// The calls of Item for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecItemAdd")
public func callSecItemAdd(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else { return errSecParam }
    var a1Object: CFTypeRef?
    let status = unsafe withUnsafeMutablePointer(to: &a1Object) { a1Place in
        unsafe SecItemAdd(a0, unsafe a1 == nil ? nil : a1Place)
    }
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecItemCopyMatching")
public func callSecItemCopyMatching(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else { return errSecParam }
    var a1Object: CFTypeRef?
    let status = unsafe withUnsafeMutablePointer(to: &a1Object) { a1Place in
        unsafe SecItemCopyMatching(a0, unsafe a1 == nil ? nil : a1Place)
    }
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecItemDelete")
public func callSecItemDelete(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else { return errSecParam }
    return SecItemDelete(a0)
}
