// The calls of Objects for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecCertificateAddToKeychain")
public func callSecCertificateAddToKeychain(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = unsafe Incoming.optional(SecKeychain.self, a1)
    else { return errSecParam }
    return SecCertificateAddToKeychain(a0, a1)
}

@unsafe
@_cdecl("SecCertificateCopyCommonName")
public func callSecCertificateCopyCommonName(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFString?
    let status = unsafe SecCertificateCopyCommonName(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecCertificateCopyData")
public func callSecCertificateCopyData(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyData(a0))
}

@unsafe
@_cdecl("SecCertificateCopyEmailAddresses")
public func callSecCertificateCopyEmailAddresses(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFArray?
    let status = unsafe SecCertificateCopyEmailAddresses(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecCertificateCopyKey")
public func callSecCertificateCopyKey(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyKey(a0))
}

@unsafe
@_cdecl("SecCertificateCopyLongDescription")
public func callSecCertificateCopyLongDescription(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.object(SecCertificate.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecCertificateCopyLongDescription(nil, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecCertificateCopyNormalizedIssuerSequence")
public func callSecCertificateCopyNormalizedIssuerSequence(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyNormalizedIssuerSequence(a0))
}

@unsafe
@_cdecl("SecCertificateCopyNormalizedSubjectSequence")
public func callSecCertificateCopyNormalizedSubjectSequence(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyNormalizedSubjectSequence(a0))
}

@unsafe
@_cdecl("SecCertificateCopyNotValidAfterDate")
public func callSecCertificateCopyNotValidAfterDate(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyNotValidAfterDate(a0))
}

@unsafe
@_cdecl("SecCertificateCopyNotValidBeforeDate")
public func callSecCertificateCopyNotValidBeforeDate(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopyNotValidBeforeDate(a0))
}

@unsafe
@_cdecl("SecCertificateCopySerialNumberData")
public func callSecCertificateCopySerialNumberData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return nil
    }
    var a1Error: Unmanaged<CFError>?
    let status = unsafe SecCertificateCopySerialNumberData(a0, &a1Error)
    unsafe Outgoing.leave(a1Error, a1)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecCertificateCopyShortDescription")
public func callSecCertificateCopyShortDescription(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.object(SecCertificate.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecCertificateCopyShortDescription(nil, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecCertificateCopySubjectSummary")
public func callSecCertificateCopySubjectSummary(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCopySubjectSummary(a0))
}

@unsafe
@_cdecl("SecCertificateCopyValues")
public func callSecCertificateCopyValues(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecCertificate.self, a0),
        let a1 = unsafe Incoming.optional(CFArray.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecCertificateCopyValues(a0, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecCertificateCreateWithData")
public func callSecCertificateCreateWithData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.object(CFData.self, a1)
    else { return nil }
    return unsafe Outgoing.pointer(SecCertificateCreateWithData(nil, a1))
}

@_cdecl("SecCertificateGetTypeID")
public func callSecCertificateGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_certificate) : 0
}

@unsafe
@_cdecl("SecIdentityCopyCertificate")
public func callSecIdentityCopyCertificate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecIdentity.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: SecCertificate?
    let status = unsafe SecIdentityCopyCertificate(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecIdentityCopyPrivateKey")
public func callSecIdentityCopyPrivateKey(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecIdentity.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: SecKey?
    let status = unsafe SecIdentityCopyPrivateKey(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("SecIdentityCreate")
public func callSecIdentityCreate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a1 = unsafe Incoming.object(SecCertificate.self, a1),
        let a2 = unsafe Incoming.object(SecKey.self, a2)
    else { return nil }
    return unsafe Outgoing.pointer(SecIdentityCreate(nil, a1, a2))
}

@unsafe
@_cdecl("SecIdentityCreateWithCertificate")
public func callSecIdentityCreateWithCertificate(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(AnyObject.self, a0),
        let a1 = unsafe Incoming.object(SecCertificate.self, a1),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: SecIdentity?
    let status = unsafe SecIdentityCreateWithCertificate(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@_cdecl("SecIdentityGetTypeID")
public func callSecIdentityGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_identity) : 0
}

@unsafe
@_cdecl("SecKeyCopyAttributes")
public func callSecKeyCopyAttributes(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecKeyCopyAttributes(a0))
}

@unsafe
@_cdecl("SecKeyCopyExternalRepresentation")
public func callSecKeyCopyExternalRepresentation(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return nil
    }
    var a1Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCopyExternalRepresentation(a0, &a1Error)
    unsafe Outgoing.leave(a1Error, a1)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCopyPublicKey")
public func callSecKeyCopyPublicKey(
    _ a0: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0)
    else { return nil }
    return unsafe Outgoing.pointer(SecKeyCopyPublicKey(a0))
}

@unsafe
@_cdecl("SecKeyCreateFromData")
public func callSecKeyCreateFromData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0),
        let a1 = unsafe Incoming.object(CFData.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateFromData(a0, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateWithData")
public func callSecKeyCreateWithData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFData.self, a0),
        let a1 = unsafe Incoming.object(CFDictionary.self, a1)
    else {
        unsafe Outgoing.leaveParameterError(a2)
        return nil
    }
    var a2Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateWithData(a0, a1, &a2Error)
    unsafe Outgoing.leave(a2Error, a2)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyGetBlockSize")
public func callSecKeyGetBlockSize(
    _ a0: UnsafeRawPointer?
) -> Int {
    guard latchkey_serves else { return 0 }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0)
    else { return 0 }
    return SecKeyGetBlockSize(a0)
}

@_cdecl("SecKeyGetTypeID")
public func callSecKeyGetTypeID() -> UInt {
    latchkey_serves ? latchkey_box_type(latchkey_key) : 0
}
