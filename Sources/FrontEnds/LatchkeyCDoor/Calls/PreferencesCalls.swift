// The calls of Preferences for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecCertificateCopyPreference")
public func callSecCertificateCopyPreference(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFString.self, a0),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: SecCertificate?
    let status = unsafe SecCertificateCopyPreference(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("SecCertificateCopyPreferred")
public func callSecCertificateCopyPreferred(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFString.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyPreferred(a0, a1))
}

@unsafe
@_cdecl("SecCertificateSetPreferred")
public func callSecCertificateSetPreferred(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecCertificate.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.optional(CFArray.self, a2)
    else { return errSecParam }
    return SecCertificateSetPreferred(a0, a1, a2)
}

@unsafe
@_cdecl("SecIdentityCopyPreferred")
public func callSecIdentityCopyPreferred(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFString.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1),
        let a2 = unsafe Incoming.optional(CFArray.self, a2)
    else { return nil }
    return unsafe Outgoing.pointer(SecIdentityCopyPreferred(a0, a1, a2))
}

@unsafe
@_cdecl("SecIdentitySetPreferred")
public func callSecIdentitySetPreferred(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(SecIdentity.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.optional(CFArray.self, a2)
    else { return errSecParam }
    return SecIdentitySetPreferred(a0, a1, a2)
}
