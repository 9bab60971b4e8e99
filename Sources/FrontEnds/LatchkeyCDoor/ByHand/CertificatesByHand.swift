// Calls about certificates that have several forms in Swift; C has that of macOS.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecCertificateCopyPublicKey")
public func callSecCertificateCopyPublicKey(
    _ certificate: UnsafeRawPointer?, _ key: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let certificate = unsafe Incoming.object(SecCertificate.self, certificate), let key = unsafe key else {
        return errSecParam
    }
    var object: SecKey?
    let status = unsafe SecCertificateCopyPublicKey(certificate, &object)
    unsafe Outgoing.leave(object, key, if: status)
    return status
}

@unsafe
@_cdecl("SecCertificateCopySerialNumber")
public func callSecCertificateCopySerialNumber(
    _ certificate: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    guard let certificate = unsafe Incoming.object(SecCertificate.self, certificate) else {
        unsafe Outgoing.leaveParameterError(error)
        return nil
    }
    return unsafe Outgoing.pointer(SecCertificateCopySerialNumberData(certificate, nil))
}
