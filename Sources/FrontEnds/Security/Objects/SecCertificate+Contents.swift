// What a certificate says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// What a user knows a certificate by: the common name of its subject, else what comes nearest to it. Nil if it names
/// nothing. As on macOS.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.content.subjectSummary.map { NSString(string: $0) }
}

/// The common name of the subject; of several, the last.
///
/// - Returns: -26276 with nil if there is none. As on iOS.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    let name = certificate.content.commonName
    unsafe commonName.pointee = name.map { NSString(string: $0) }
    return name == nil ? KeychainError.Code.internalError.rawValue : errSecSuccess
}

/// The e-mail addresses of the alternative names, then those of the subject; an empty array if there are none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    let addresses = NSMutableArray()
    for address in certificate.content.emailAddresses { addresses.add(NSString(string: address)) }
    unsafe emailAddresses.pointee = addresses
    return errSecSuccess
}

/// The contents of the serial number, a leading zero byte among them.
///
/// - Parameters:
///   - certificate: Whose serial number.
///   - error: Not used: every certificate has one.
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.content.serialNumber) as NSData
}

/// The name of the issuer in the form that is compared, as DER: printable strings in capitals and without surplus
/// blanks. It finds the certificate as `kSecAttrIssuer`.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.content.issuer.normalizedSequence) as NSData
}

/// The name of the subject in the form that is compared, as DER.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.content.subject.normalizedSequence) as NSData
}

/// The public key, or nil for one of a kind that is not known here.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    (try? certificate.content.publicKey()).map(SecKey.object)
}

/// The first second in which the certificate is valid.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    NSDate(timeIntervalSinceReferenceDate: certificate.content.validity.notBefore)
}

/// The last second in which the certificate is valid.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    NSDate(timeIntervalSinceReferenceDate: certificate.content.validity.notAfter)
}
