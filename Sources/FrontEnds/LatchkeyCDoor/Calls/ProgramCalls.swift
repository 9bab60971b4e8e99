// The calls of Program for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecTaskCopySigningIdentifier")
public func callSecTaskCopySigningIdentifier(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTask.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return nil
    }
    var a1Error: Unmanaged<CFError>?
    let status = unsafe SecTaskCopySigningIdentifier(a0, &a1Error)
    unsafe Outgoing.leave(a1Error, a1)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecTaskCopyValueForEntitlement")
public func callSecTaskCopyValueForEntitlement(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTask.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecTaskCopyValueForEntitlement(a0, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecTaskCopyValuesForEntitlements")
public func callSecTaskCopyValuesForEntitlements(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTask.self, a0),
        let a1 = unsafe Incoming.object(CFArray.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecTaskCopyValuesForEntitlements(a0, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecTaskCreateFromSelf")
public func callSecTaskCreateFromSelf(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    return unsafe Outgoing.pointer(SecTaskCreateFromSelf(nil))
}

@unsafe
@_cdecl("SecTaskGetCodeSignStatus")
public func callSecTaskGetCodeSignStatus(
    _ a0: UnsafeRawPointer?
) -> UInt32 {
    guard latchkey_serves else { return 0 }
    guard let a0 = unsafe Incoming.object(SecTask.self, a0)
    else { return 0 }
    return SecTaskGetCodeSignStatus(a0)
}

@_cdecl("SecTaskGetTypeID")
public func callSecTaskGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_task) : 0
}
