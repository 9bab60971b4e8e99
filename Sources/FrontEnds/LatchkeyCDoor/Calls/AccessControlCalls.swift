// The calls of AccessControl for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecAccessControlCreateWithFlags")
public func callSecAccessControlCreateWithFlags(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UInt, _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.object(AnyObject.self, a1),
        let a2 = Incoming.raw(SecAccessControlCreateFlags.self, a2)
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecAccessControlCreateWithFlags(nil, a1, a2, &a3Error)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@_cdecl("SecAccessControlGetTypeID")
public func callSecAccessControlGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_access_control) : 0
}
