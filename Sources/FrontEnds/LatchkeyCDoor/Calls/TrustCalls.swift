// The calls of Trust for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecPolicyCopyProperties")
public func callSecPolicyCopyProperties(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecPolicy.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCopyProperties(a0))
}

@unsafe
@_cdecl("SecPolicyCreateBasicX509")
public func callSecPolicyCreateBasicX509() -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCreateBasicX509())
}

@unsafe
@_cdecl("SecPolicyCreateRevocation")
public func callSecPolicyCreateRevocation(
    _ a0: UInt
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCreateRevocation(a0))
}

@unsafe
@_cdecl("SecPolicyCreateSSL")
public func callSecPolicyCreateSSL(
    _ a0: Bool, _ a1: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.optional(CFString.self, a1)
    else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCreateSSL(a0, a1))
}

@unsafe
@_cdecl("SecPolicyCreateWithOID")
public func callSecPolicyCreateWithOID(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(AnyObject.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCreateWithOID(a0))
}

@unsafe
@_cdecl("SecPolicyCreateWithProperties")
public func callSecPolicyCreateWithProperties(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(AnyObject.self, a0),
        let a1 = unsafe Incoming.optional(CFDictionary.self, a1)
    else { return nil }
    return unsafe Outgoing.pointer(SecPolicyCreateWithProperties(a0, a1))
}

@_cdecl("SecPolicyGetTypeID")
public func callSecPolicyGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_policy) : 0
}

@unsafe
@_cdecl("SecTrustCopyAnchorCertificates")
public func callSecTrustCopyAnchorCertificates(
    _ a0: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0
    else { return errSecParam }
    var a0Object: CFArray?
    let status = unsafe SecTrustCopyAnchorCertificates(&a0Object)
    unsafe Outgoing.leave(a0Object, a0, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustCopyCertificateChain")
public func callSecTrustCopyCertificateChain(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyCertificateChain(a0))
}

@unsafe
@_cdecl("SecTrustCopyCustomAnchorCertificates")
public func callSecTrustCopyCustomAnchorCertificates(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFArray?
    let status = unsafe SecTrustCopyCustomAnchorCertificates(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustCopyExceptions")
public func callSecTrustCopyExceptions(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyExceptions(a0))
}

@unsafe
@_cdecl("SecTrustCopyKey")
public func callSecTrustCopyKey(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyKey(a0))
}

@unsafe
@_cdecl("SecTrustCopyPolicies")
public func callSecTrustCopyPolicies(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFArray?
    let status = unsafe SecTrustCopyPolicies(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustCopyProperties")
public func callSecTrustCopyProperties(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyProperties(a0))
}

@unsafe
@_cdecl("SecTrustCopyPublicKey")
public func callSecTrustCopyPublicKey(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyPublicKey(a0))
}

@unsafe
@_cdecl("SecTrustCopyResult")
public func callSecTrustCopyResult(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecTrustCopyResult(a0))
}

@unsafe
@_cdecl("SecTrustCreateWithCertificates")
public func callSecTrustCreateWithCertificates(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(AnyObject.self, a0),
        let a1 = unsafe Incoming.optional(AnyObject.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: SecTrust?
    let status = unsafe SecTrustCreateWithCertificates(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustEvaluate")
public func callSecTrustEvaluate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe a1,
        var a1Value = SecTrustResultType(rawValue: 0)
    else { return errSecParam }
    let status = unsafe SecTrustEvaluate(a0, &a1Value)
    if status == errSecSuccess { unsafe a1.pointee = a1Value.rawValue }
    return status
}

@unsafe
@_cdecl("SecTrustEvaluateWithError")
public func callSecTrustEvaluateWithError(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Bool {
    guard latchkey_serves else { return false }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return false
    }
    var a1Object: CFError?
    let status = unsafe withUnsafeMutablePointer(to: &a1Object) { a1Place in
        unsafe SecTrustEvaluateWithError(a0, unsafe a1 == nil ? nil : a1Place)
    }
    if let a1 = unsafe a1, let a1Object { unsafe a1.pointee = Outgoing.error(a1Object) }
    return status
}

@unsafe
@_cdecl("SecTrustGetCertificateCount")
public func callSecTrustGetCertificateCount(
    _ a0: UnsafeRawPointer?
) -> Int {
    guard latchkey_serves else { return 0 }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return 0 }
    return SecTrustGetCertificateCount(a0)
}

@unsafe
@_cdecl("SecTrustGetNetworkFetchAllowed")
public func callSecTrustGetNetworkFetchAllowed(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<Bool>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Flag: DarwinBoolean = false
    let status = unsafe SecTrustGetNetworkFetchAllowed(a0, &a1Flag)
    if status == errSecSuccess { unsafe a1.pointee = a1Flag.boolValue }
    return status
}

@unsafe
@_cdecl("SecTrustGetTrustResult")
public func callSecTrustGetTrustResult(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe a1,
        var a1Value = SecTrustResultType(rawValue: 0)
    else { return errSecParam }
    let status = unsafe SecTrustGetTrustResult(a0, &a1Value)
    if status == errSecSuccess { unsafe a1.pointee = a1Value.rawValue }
    return status
}

@_cdecl("SecTrustGetTypeID")
public func callSecTrustGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_trust) : 0
}

@unsafe
@_cdecl("SecTrustGetVerifyTime")
public func callSecTrustGetVerifyTime(
    _ a0: UnsafeRawPointer?
) -> Double {
    guard latchkey_serves else { return 0 }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return 0 }
    return SecTrustGetVerifyTime(a0)
}

@unsafe
@_cdecl("SecTrustSetAnchorCertificates")
public func callSecTrustSetAnchorCertificates(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1)
    else { return errSecParam }
    return SecTrustSetAnchorCertificates(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetAnchorCertificatesOnly")
public func callSecTrustSetAnchorCertificatesOnly(
    _ a0: UnsafeRawPointer?, _ a1: Bool
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return errSecParam }
    return SecTrustSetAnchorCertificatesOnly(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetExceptions")
public func callSecTrustSetExceptions(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Bool {
    guard latchkey_serves else { return false }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.optional(CFData.self, a1)
    else { return false }
    return SecTrustSetExceptions(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetNetworkFetchAllowed")
public func callSecTrustSetNetworkFetchAllowed(
    _ a0: UnsafeRawPointer?, _ a1: Bool
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0)
    else { return errSecParam }
    return SecTrustSetNetworkFetchAllowed(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetOCSPResponse")
public func callSecTrustSetOCSPResponse(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.optional(AnyObject.self, a1)
    else { return errSecParam }
    return SecTrustSetOCSPResponse(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetPolicies")
public func callSecTrustSetPolicies(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.object(AnyObject.self, a1)
    else { return errSecParam }
    return SecTrustSetPolicies(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetRevocationLists")
public func callSecTrustSetRevocationLists(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.optional(AnyObject.self, a1)
    else { return errSecParam }
    return SecTrustSetRevocationLists(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetSignedCertificateTimestamps")
public func callSecTrustSetSignedCertificateTimestamps(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1)
    else { return errSecParam }
    return SecTrustSetSignedCertificateTimestamps(a0, a1)
}

@unsafe
@_cdecl("SecTrustSetVerifyDate")
public func callSecTrustSetVerifyDate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecTrust.self, a0),
        let a1 = unsafe Incoming.object(CFDate.self, a1)
    else { return errSecParam }
    return SecTrustSetVerifyDate(a0, a1)
}

@unsafe
@_cdecl("SecTrustSettingsCopyCertificates")
public func callSecTrustSettingsCopyCertificates(
    _ a0: UInt32, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = Incoming.raw(SecTrustSettingsDomain.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFArray?
    let status = unsafe SecTrustSettingsCopyCertificates(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustSettingsCopyModificationDate")
public func callSecTrustSettingsCopyModificationDate(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = Incoming.raw(SecTrustSettingsDomain.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: CFDate?
    let status = unsafe SecTrustSettingsCopyModificationDate(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustSettingsCopyTrustSettings")
public func callSecTrustSettingsCopyTrustSettings(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = Incoming.raw(SecTrustSettingsDomain.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: CFArray?
    let status = unsafe SecTrustSettingsCopyTrustSettings(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustSettingsCreateExternalRepresentation")
public func callSecTrustSettingsCreateExternalRepresentation(
    _ a0: UInt32, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = Incoming.raw(SecTrustSettingsDomain.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFData?
    let status = unsafe SecTrustSettingsCreateExternalRepresentation(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecTrustSettingsImportExternalRepresentation")
public func callSecTrustSettingsImportExternalRepresentation(
    _ a0: UInt32, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = Incoming.raw(SecTrustSettingsDomain.self, a0),
        let a1 = unsafe Incoming.object(CFData.self, a1)
    else { return errSecParam }
    return SecTrustSettingsImportExternalRepresentation(a0, a1)
}

@unsafe
@_cdecl("SecTrustSettingsRemoveTrustSettings")
public func callSecTrustSettingsRemoveTrustSettings(
    _ a0: UnsafeRawPointer?, _ a1: UInt32
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = Incoming.raw(SecTrustSettingsDomain.self, a1)
    else { return errSecParam }
    return SecTrustSettingsRemoveTrustSettings(a0, a1)
}

@unsafe
@_cdecl("SecTrustSettingsSetTrustSettings")
public func callSecTrustSettingsSetTrustSettings(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = Incoming.raw(SecTrustSettingsDomain.self, a1),
        let a2 = unsafe Incoming.optional(AnyObject.self, a2)
    else { return errSecParam }
    return SecTrustSettingsSetTrustSettings(a0, a1, a2)
}
