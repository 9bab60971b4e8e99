// The calls of Import for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecItemExport")
public func callSecItemExport(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UInt32, _ a3: UnsafeRawPointer?,
    _ a4: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(AnyObject.self, a0),
        let a1 = Incoming.raw(SecExternalFormat.self, a1),
        let a2 = Incoming.raw(SecItemImportExportFlags.self, a2),
        unsafe Incoming.isWhole(parameters: a3),
        let a4 = unsafe a4
    else { return errSecParam }
    var a4Object: CFData?
    let status = unsafe SecItemExport(
        a0, a1, a2, unsafe a3?.assumingMemoryBound(to: SecItemImportExportKeyParameters.self), &a4Object)
    unsafe Outgoing.leave(a4Object, a4, if: status)
    return status
}

@unsafe
@_cdecl("SecItemImport")
public func callSecItemImport(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UInt32>?,
    _ a3: UnsafeMutablePointer<UInt32>?, _ a4: UInt32, _ a5: UnsafeRawPointer?, _ a6: UnsafeRawPointer?,
    _ a7: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFData.self, a0),
        let a1 = unsafe Incoming.optional(CFString.self, a1),
        var a2Value = unsafe Incoming.raw(SecExternalFormat.self, a2?.pointee ?? 0),
        var a3Value = unsafe Incoming.raw(SecExternalItemType.self, a3?.pointee ?? 0),
        let a4 = Incoming.raw(SecItemImportExportFlags.self, a4),
        unsafe Incoming.isWhole(parameters: a5),
        let a6 = unsafe Incoming.optional(SecKeychain.self, a6)
    else { return errSecParam }
    var a7Object: CFArray?
    let status = unsafe withUnsafeMutablePointer(to: &a7Object) { a7Place in
        unsafe withUnsafeMutablePointer(to: &a3Value) { a3Place in
            unsafe withUnsafeMutablePointer(to: &a2Value) { a2Place in
                unsafe SecItemImport(
                    a0, a1, unsafe a2 == nil ? nil : a2Place, unsafe a3 == nil ? nil : a3Place, a4,
                    unsafe a5?.assumingMemoryBound(to: SecItemImportExportKeyParameters.self), a6,
                    unsafe a7 == nil ? nil : a7Place)
            }
        }
    }
    if status == errSecSuccess, let a2 = unsafe a2 { unsafe a2.pointee = a2Value.rawValue }
    if status == errSecSuccess, let a3 = unsafe a3 { unsafe a3.pointee = a3Value.rawValue }
    unsafe Outgoing.leave(a7Object, a7, if: status)
    return status
}

@unsafe
@_cdecl("SecPKCS12Import")
public func callSecPKCS12Import(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFData.self, a0),
        let a1 = unsafe Incoming.object(CFDictionary.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: CFArray?
    let status = unsafe SecPKCS12Import(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}
