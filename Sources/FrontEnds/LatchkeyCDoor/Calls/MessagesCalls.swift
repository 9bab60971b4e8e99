// The calls of Messages for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("CMSDecoderCopyAllCerts")
public func callCMSDecoderCopyAllCerts(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFArray?
    let status = unsafe CMSDecoderCopyAllCerts(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("CMSDecoderCopyContent")
public func callCMSDecoderCopyContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFData?
    let status = unsafe CMSDecoderCopyContent(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("CMSDecoderCopyDetachedContent")
public func callCMSDecoderCopyDetachedContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFData?
    let status = unsafe CMSDecoderCopyDetachedContent(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("CMSDecoderCopySignerCert")
public func callCMSDecoderCopySignerCert(
    _ a0: UnsafeRawPointer?, _ a1: Int, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a2 = unsafe a2
    else { return errSecParam }
    var a2Object: SecCertificate?
    let status = unsafe CMSDecoderCopySignerCert(a0, a1, &a2Object)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("CMSDecoderCopySignerStatus")
public func callCMSDecoderCopySignerStatus(
    _ a0: UnsafeRawPointer?, _ a1: Int, _ a2: UnsafeRawPointer?, _ a3: Bool, _ a4: UnsafeMutablePointer<UInt32>?,
    _ a5: UnsafeMutablePointer<UnsafeRawPointer?>?, _ a6: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a2 = unsafe Incoming.object(AnyObject.self, a2),
        var a4Value = CMSSignerStatus(rawValue: 0)
    else { return errSecParam }
    var a5Object: SecTrust?
    var a6Value: OSStatus = 0
    let status = unsafe withUnsafeMutablePointer(to: &a6Value) { a6Place in
        unsafe withUnsafeMutablePointer(to: &a5Object) { a5Place in
            unsafe withUnsafeMutablePointer(to: &a4Value) { a4Place in
                unsafe CMSDecoderCopySignerStatus(
                    a0, a1, a2, a3, unsafe a4 == nil ? nil : a4Place, unsafe a5 == nil ? nil : a5Place,
                    unsafe a6 == nil ? nil : a6Place)
            }
        }
    }
    if status == errSecSuccess, let a4 = unsafe a4 { unsafe a4.pointee = a4Value.rawValue }
    unsafe Outgoing.leave(a5Object, a5, if: status)
    if status == errSecSuccess, let a6 = unsafe a6 { unsafe a6.pointee = a6Value }
    return status
}

@unsafe
@_cdecl("CMSDecoderCreate")
public func callCMSDecoderCreate(
    _ a0: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0
    else { return errSecParam }
    var a0Object: CMSDecoder?
    let status = unsafe CMSDecoderCreate(&a0Object)
    unsafe Outgoing.leave(a0Object, a0, if: status)
    return status
}

@unsafe
@_cdecl("CMSDecoderFinalizeMessage")
public func callCMSDecoderFinalizeMessage(
    _ a0: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0)
    else { return errSecParam }
    return CMSDecoderFinalizeMessage(a0)
}

@unsafe
@_cdecl("CMSDecoderGetNumSigners")
public func callCMSDecoderGetNumSigners(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    return unsafe CMSDecoderGetNumSigners(a0, a1)
}

@unsafe
@_cdecl("CMSDecoderIsContentEncrypted")
public func callCMSDecoderIsContentEncrypted(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<Bool>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Flag: DarwinBoolean = false
    let status = unsafe CMSDecoderIsContentEncrypted(a0, &a1Flag)
    if status == errSecSuccess { unsafe a1.pointee = a1Flag.boolValue }
    return status
}

@unsafe
@_cdecl("CMSDecoderSetDetachedContent")
public func callCMSDecoderSetDetachedContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe Incoming.object(CFData.self, a1)
    else { return errSecParam }
    return CMSDecoderSetDetachedContent(a0, a1)
}

@unsafe
@_cdecl("CMSDecoderUpdateMessage")
public func callCMSDecoderUpdateMessage(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: Int
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSDecoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    return unsafe CMSDecoderUpdateMessage(a0, a1, a2)
}

@unsafe
@_cdecl("CMSEncodeContent")
public func callCMSEncodeContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?, _ a3: Bool, _ a4: UInt32,
    _ a5: UnsafeRawPointer?, _ a6: Int, _ a7: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.optional(AnyObject.self, a0),
        let a1 = unsafe Incoming.optional(AnyObject.self, a1),
        let a2 = unsafe Incoming.optional(AnyObject.self, a2),
        let a4 = Incoming.raw(CMSSignedAttributes.self, a4),
        let a5 = unsafe a5
    else { return errSecParam }
    var a7Object: CFData?
    let status = unsafe withUnsafeMutablePointer(to: &a7Object) { a7Place in
        unsafe CMSEncodeContent(a0, a1, a2, a3, a4, a5, a6, unsafe a7 == nil ? nil : a7Place)
    }
    unsafe Outgoing.leave(a7Object, a7, if: status)
    return status
}

@unsafe
@_cdecl("CMSEncoderAddRecipients")
public func callCMSEncoderAddRecipients(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe Incoming.object(AnyObject.self, a1)
    else { return errSecParam }
    return CMSEncoderAddRecipients(a0, a1)
}

@unsafe
@_cdecl("CMSEncoderAddSigners")
public func callCMSEncoderAddSigners(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe Incoming.object(AnyObject.self, a1)
    else { return errSecParam }
    return CMSEncoderAddSigners(a0, a1)
}

@unsafe
@_cdecl("CMSEncoderAddSupportingCerts")
public func callCMSEncoderAddSupportingCerts(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe Incoming.object(AnyObject.self, a1)
    else { return errSecParam }
    return CMSEncoderAddSupportingCerts(a0, a1)
}

@unsafe
@_cdecl("CMSEncoderCopyEncodedContent")
public func callCMSEncoderCopyEncodedContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    var a1Object: CFData?
    let status = unsafe CMSEncoderCopyEncodedContent(a0, &a1Object)
    unsafe Outgoing.leave(a1Object, a1, if: status)
    return status
}

@unsafe
@_cdecl("CMSEncoderCreate")
public func callCMSEncoderCreate(
    _ a0: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe a0
    else { return errSecParam }
    var a0Object: CMSEncoder?
    let status = unsafe CMSEncoderCreate(&a0Object)
    unsafe Outgoing.leave(a0Object, a0, if: status)
    return status
}

@unsafe
@_cdecl("CMSEncoderSetHasDetachedContent")
public func callCMSEncoderSetHasDetachedContent(
    _ a0: UnsafeRawPointer?, _ a1: Bool
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0)
    else { return errSecParam }
    return CMSEncoderSetHasDetachedContent(a0, a1)
}

@unsafe
@_cdecl("CMSEncoderSetSignerAlgorithm")
public func callCMSEncoderSetSignerAlgorithm(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1)
    else { return errSecParam }
    return CMSEncoderSetSignerAlgorithm(a0, a1)
}

@unsafe
@_cdecl("CMSEncoderUpdateContent")
public func callCMSEncoderUpdateContent(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: Int
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CMSEncoder.self, a0),
        let a1 = unsafe a1
    else { return errSecParam }
    return unsafe CMSEncoderUpdateContent(a0, a1, a2)
}
