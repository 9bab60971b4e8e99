// The calls of Keys for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecCreateSharedWebCredentialPassword")
public func callSecCreateSharedWebCredentialPassword() -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    return unsafe Outgoing.pointer(SecCreateSharedWebCredentialPassword())
}

@unsafe
@_cdecl("SecKeyCopyKeyExchangeResult")
public func callSecKeyCopyKeyExchangeResult(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?, _ a3: UnsafeRawPointer?,
    _ a4: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(SecKey.self, a2),
        let a3 = unsafe Incoming.object(CFDictionary.self, a3)
    else {
        unsafe Outgoing.leaveParameterError(a4)
        return nil
    }
    var a4Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCopyKeyExchangeResult(a0, SecKeyAlgorithm(rawValue: a1), a2, a3, &a4Error)
    unsafe Outgoing.leave(a4Error, a4)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateDecapsulatedKey")
public func callSecKeyCreateDecapsulatedKey(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?,
    _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(CFData.self, a2)
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateDecapsulatedKey(a0, SecKeyAlgorithm(rawValue: a1), a2, &a3Error)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateDecryptedData")
public func callSecKeyCreateDecryptedData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?,
    _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(CFData.self, a2)
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateDecryptedData(a0, SecKeyAlgorithm(rawValue: a1), a2, &a3Error)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateEncapsulatedKey")
public func callSecKeyCreateEncapsulatedKey(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe a2
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a2Object: CFData?
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateEncapsulatedKey(a0, SecKeyAlgorithm(rawValue: a1), &a2Object, &a3Error)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateEncryptedData")
public func callSecKeyCreateEncryptedData(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?,
    _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(CFData.self, a2)
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateEncryptedData(a0, SecKeyAlgorithm(rawValue: a1), a2, &a3Error)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateRandomKey")
public func callSecKeyCreateRandomKey(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return nil
    }
    var a1Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateRandomKey(a0, &a1Error)
    unsafe Outgoing.leave(a1Error, a1)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyCreateSignature")
public func callSecKeyCreateSignature(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?,
    _ a3: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(CFData.self, a2)
    else {
        unsafe Outgoing.leaveParameterError(a3)
        return nil
    }
    var a3Error: Unmanaged<CFError>?
    let status = unsafe SecKeyCreateSignature(a0, SecKeyAlgorithm(rawValue: a1), a2, &a3Error)
    unsafe Outgoing.leave(a3Error, a3)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyDecrypt")
public func callSecKeyDecrypt(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Int, _ a4: UnsafeMutablePointer<UInt8>?,
    _ a5: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = Incoming.raw(SecPadding.self, a1),
        let a2 = unsafe a2,
        let a4 = unsafe a4,
        let a5 = unsafe a5
    else { return errSecParam }
    return unsafe SecKeyDecrypt(a0, a1, a2, a3, a4, a5)
}

@unsafe
@_cdecl("SecKeyEncrypt")
public func callSecKeyEncrypt(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Int, _ a4: UnsafeMutablePointer<UInt8>?,
    _ a5: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = Incoming.raw(SecPadding.self, a1),
        let a2 = unsafe a2,
        let a4 = unsafe a4,
        let a5 = unsafe a5
    else { return errSecParam }
    return unsafe SecKeyEncrypt(a0, a1, a2, a3, a4, a5)
}

@unsafe
@_cdecl("SecKeyGeneratePair")
public func callSecKeyGeneratePair(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ a2: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else { return errSecParam }
    var a1Object: SecKey?
    var a2Object: SecKey?
    let status = unsafe withUnsafeMutablePointer(to: &a2Object) { a2Place in
        unsafe withUnsafeMutablePointer(to: &a1Object) { a1Place in
            unsafe SecKeyGeneratePair(a0, unsafe a1 == nil ? nil : a1Place, unsafe a2 == nil ? nil : a2Place)
        }
    }
    unsafe Outgoing.leave(a1Object, a1, if: status)
    unsafe Outgoing.leave(a2Object, a2, if: status)
    return status
}

@unsafe
@_cdecl("SecKeyGenerateSymmetric")
public func callSecKeyGenerateSymmetric(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let a0 = unsafe Incoming.object(CFDictionary.self, a0)
    else {
        unsafe Outgoing.leaveParameterError(a1)
        return nil
    }
    var a1Error: Unmanaged<CFError>?
    let status = unsafe SecKeyGenerateSymmetric(a0, &a1Error)
    unsafe Outgoing.leave(a1Error, a1)
    return unsafe Outgoing.pointer(status)
}

@unsafe
@_cdecl("SecKeyIsAlgorithmSupported")
public func callSecKeyIsAlgorithmSupported(
    _ a0: UnsafeRawPointer?, _ a1: Int, _ a2: UnsafeRawPointer?
) -> Bool {
    guard latchkey_serves else { return false }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = Incoming.raw(SecKeyOperationType.self, a1),
        let a2 = unsafe Incoming.object(CFString.self, a2)
    else { return false }
    return SecKeyIsAlgorithmSupported(a0, a1, SecKeyAlgorithm(rawValue: a2))
}

@unsafe
@_cdecl("SecKeyRawSign")
public func callSecKeyRawSign(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Int, _ a4: UnsafeMutablePointer<UInt8>?,
    _ a5: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = Incoming.raw(SecPadding.self, a1),
        let a2 = unsafe a2,
        let a4 = unsafe a4,
        let a5 = unsafe a5
    else { return errSecParam }
    return unsafe SecKeyRawSign(a0, a1, a2, a3, a4, a5)
}

@unsafe
@_cdecl("SecKeyRawVerify")
public func callSecKeyRawVerify(
    _ a0: UnsafeRawPointer?, _ a1: UInt32, _ a2: UnsafeRawPointer?, _ a3: Int, _ a4: UnsafeRawPointer?, _ a5: Int
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = Incoming.raw(SecPadding.self, a1),
        let a2 = unsafe a2,
        let a4 = unsafe a4
    else { return errSecParam }
    return unsafe SecKeyRawVerify(a0, a1, a2, a3, a4, a5)
}

@unsafe
@_cdecl("SecKeyVerifySignature")
public func callSecKeyVerifySignature(
    _ a0: UnsafeRawPointer?, _ a1: UnsafeRawPointer?, _ a2: UnsafeRawPointer?, _ a3: UnsafeRawPointer?,
    _ a4: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Bool {
    guard latchkey_serves else { return false }
    guard let a0 = unsafe Incoming.object(SecKey.self, a0),
        let a1 = unsafe Incoming.object(CFString.self, a1),
        let a2 = unsafe Incoming.object(CFData.self, a2),
        let a3 = unsafe Incoming.object(CFData.self, a3)
    else {
        unsafe Outgoing.leaveParameterError(a4)
        return false
    }
    var a4Error: Unmanaged<CFError>?
    let status = unsafe SecKeyVerifySignature(a0, SecKeyAlgorithm(rawValue: a1), a2, a3, &a4Error)
    unsafe Outgoing.leave(a4Error, a4)
    return status
}
