// The values of a certificate, as a window on a certificate shows them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// What stands in a certificate, by the object identifiers of its parts.
///
/// The shape is that of macOS: each value is a dictionary of ``kSecPropertyKeyLabel``,
/// ``kSecPropertyKeyLocalizedLabel``, ``kSecPropertyKeyType`` and ``kSecPropertyKeyValue``. Labels are in English.
///
/// - Parameters:
///   - certificate: Whose values.
///   - keys: The object identifiers of those that are wanted, such as ``kSecOIDX509V1ValidityNotAfter``; nil for all.
///     What the certificate does not have is left out.
///   - error: Gets `errSecDecode` for a certificate whose parts cannot be told. The caller owns it.
public func SecCertificateCopyValues(
    _ certificate: SecCertificate, _ keys: CFArray?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    do throws(KeychainError) {
        let wanted = keys.map { Set(_cfElements(of: $0).compactMap { ($0 as? NSString) as String? }) }
        let result = NSMutableDictionary()
        for entry in CertificateValues(certificate.content, try CertificateParts(certificate.content)).values
        where wanted?.contains(entry.name as String) ?? true {
            // An extension does not take the place of a field that has its name.
            guard result[entry.name] == nil else { continue }
            result[entry.name] = entry.value
        }
        return result
    } catch let failure {
        unsafe report(failure.code.rawValue, "\(failure.operation)", to: error)
        return nil
    }
}

/// The summary of the subject.
///
/// - Parameters:
///   - alloc: Not used.
///   - certificate: Whose description.
///   - error: Gets `errSecDecode` where the certificate names nothing. The caller owns it.
public func SecCertificateCopyShortDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    if let summary = SecCertificateCopySubjectSummary(certificate) { return summary }
    unsafe report(errSecDecode, "describing a certificate that names nothing", to: error)
    return nil
}

/// The summary of the subject, or of the issuer where the subject names nothing.
///
/// - Parameters:
///   - alloc: Not used.
///   - certificate: Whose description.
///   - error: Gets `errSecDecode` where the certificate names nothing. The caller owns it.
public func SecCertificateCopyLongDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    if let summary = certificate.content.subjectSummary ?? certificate.content.issuer.summary {
        return NSString(string: summary)
    }
    unsafe report(errSecDecode, "describing a certificate that names nothing", to: error)
    return nil
}

/// The public key. The form of macOS, older than ``SecCertificateCopyKey(_:)``.
///
/// - Parameters:
///   - certificate: Whose key.
///   - key: Gets the key. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecUnsupportedKeyFormat` for a key of a kind that is not known here.
@discardableResult
public func SecCertificateCopyPublicKey(
    _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    guard let found = SecCertificateCopyKey(certificate) else { return errSecUnsupportedKeyFormat }
    unsafe key.pointee = found
    return errSecSuccess
}

/// The public key, or nil for one of a kind that is not known here. The form of iOS, older than
/// ``SecCertificateCopyKey(_:)``.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// The contents of the serial number. The older form of ``SecCertificateCopySerialNumberData(_:_:)``.
///
/// - Parameters:
///   - certificate: Whose serial number.
///   - error: Not used: every certificate has one.
public func SecCertificateCopySerialNumber(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// Stores a certificate.
///
/// - Parameters:
///   - certificate: What to store.
///   - keychain: Where; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` where it is there already; `errSecNoSuchKeychain`. As on macOS.
@discardableResult
public func SecCertificateAddToKeychain(_ certificate: SecCertificate, _ keychain: SecKeychain?) -> OSStatus {
    let addition = NSMutableDictionary()
    addition[kSecClass] = kSecClassCertificate
    addition[kSecValueRef] = certificate
    if let keychain { addition[kSecUseKeychain] = keychain }
    return SecItemAdd(addition, nil)
}
