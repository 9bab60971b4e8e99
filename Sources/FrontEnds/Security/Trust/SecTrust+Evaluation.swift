// Evaluates, and tells what was found.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyTrust

/// The kind of function that gets the result of an evaluation.
public typealias SecTrustWithErrorCallback = (_ trust: SecTrust, _ isTrusted: Bool, _ error: CFError?) -> Void

/// Whether the certificate is trusted. Blocks while the chain is looked for; nothing is fetched from a network.
///
/// - Parameters:
///   - trust: What to evaluate.
///   - error: Gets, if it is not trusted, an error of `NSOSStatusErrorDomain`. Of several problems the first of this
///     list is said: `errSecTrustSettingDeny`; `errSecCertificateRevoked`; `errSecUnsupportedKeySize` for a key that
///     is too short; `errSecInvalidDigestAlgorithm` for a signature over SHA-1; `errSecUnknownCertExtension` for a
///     certificate that is not understood; `errSecCertificateDuplicateExtension`;
///     `errSecUnknownCriticalExtensionFlag`; `errSecNoBasicConstraints` and `errSecNoBasicConstraintsCA` for a
///     certificate that may not issue the one before it; `errSecPathLengthConstraintExceeded` for too many authorities
///     below one; `errSecInvalidIDLinkage`; `errSecInvalidSubjectName`; `errSecInvalidName` for a name that an
///     authority may not certify; `errSecInvalidPolicyIdentifiers`; `errSecCertificateValidityPeriodTooLong`;
///     `errSecNotTrusted` for a root that nobody trusts; `errSecCreateChainFailed` for an issuer that is missing;
///     `errSecInvalidKeyUsageForPolicy` for a key that is not for such signatures; `errSecInvalidExtendedKeyUsage`;
///     `errSecHostNameMismatch`; `errSecSMIMEEmailAddressesNotFound`; `errSecCertificateExpired`;
///     `errSecCertificateNotValidYet`; `errSecIncompleteCertRevocationCheck` if a policy requires an answer about
///     revocation and there is none. Besides these `errSecTrustNotAvailable` if the trust settings are damaged.
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    let findings = trust.evaluate()
    if let error = unsafe error { unsafe error.pointee = findings.error }
    return findings.isTrusted
}

/// Evaluates on a queue.
///
/// - Parameters:
///   - trust: What to evaluate.
///   - queue: Where the evaluation runs and `result` is called.
///   - result: Gets the object, whether it is trusted, and the error where it is not.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    nonisolated(unsafe) let result = result
    queue.async {
        let findings = trust.evaluate()
        unsafe result(trust, findings.isTrusted, findings.error)
    }
    return errSecSuccess
}

/// Evaluates, and gives the result as a type. The older form of ``SecTrustEvaluateWithError(_:_:)``.
///
/// - Parameters:
///   - trust: What to evaluate.
///   - result: Gets the result; trusted are `.unspecified` and `.proceed`.
/// - Returns: `errSecSuccess`, whatever the result is.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    unsafe result.pointee = trust.evaluate().result
    return errSecSuccess
}

/// The result of an evaluation, which is made first unless nothing has changed since the last one.
///
/// - Parameters:
///   - trust: Whose result.
///   - result: Gets the result.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetTrustResult(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    unsafe result.pointee = trust.evaluate().result
    return errSecSuccess
}

/// The chain, the certificate itself first. Evaluates if that has not been done. Of what is not trusted, as far as
/// issuers were found.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    let chain = NSMutableArray()
    for certificate in trust.evaluate().chain { chain.add(certificate) }
    return chain
}

/// How many certificates the chain has. Evaluates if that has not been done.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.evaluate().chain.count }

/// One certificate of the chain, or nil beyond its ends. The older form of ``SecTrustCopyCertificateChain(_:)``.
///
/// - Parameters:
///   - trust: Whose chain.
///   - ix: The place, from 0 for the certificate itself.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    let chain = trust.evaluate().chain
    return chain.indices.contains(ix) ? chain[ix] : nil
}

/// The public key of the certificate to evaluate, or nil for a key of a kind that is not known here. Nothing is
/// evaluated.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    trust.current.certificates.first.flatMap(SecCertificateCopyKey)
}

/// The older name of ``SecTrustCopyKey(_:)``.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// The last evaluation: ``kSecTrustResultValue`` and ``kSecTrustEvaluationDate``, and what is known of revocation:
/// ``kSecTrustRevocationChecked``, ``kSecTrustRevocationValidUntilDate`` and ``kSecTrustRevocationReason``. Evaluates
/// if that has not been done.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    let findings = trust.evaluate()
    let result = NSMutableDictionary()
    result[kSecTrustResultValue] = NSNumber(value: findings.result.rawValue)
    result[kSecTrustEvaluationDate] = NSDate(timeIntervalSinceReferenceDate: findings.date)
    if let end = findings.revocation.validUntil {
        result[kSecTrustRevocationChecked] = kCFBooleanTrue
        result[kSecTrustRevocationValidUntilDate] = NSDate(timeIntervalSinceReferenceDate: end)
    }
    if let reason = findings.revocation.reason {
        result[kSecTrustRevocationReason] = NSNumber(value: reason.rawValue)
    }
    return result
}

/// What a user may read of the evaluation: a dictionary for each certificate of the chain, the certificate itself
/// first, with ``kSecPropertyTypeTitle`` where it names anything. Where it is not trusted, the first has the reason as
/// ``kSecPropertyTypeError``. Evaluates if that has not been done. As on macOS; never nil.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    let findings = trust.evaluate()
    let properties = NSMutableArray()
    for (place, certificate) in findings.chain.enumerated() {
        let entry = NSMutableDictionary()
        if let title = SecCertificateCopySubjectSummary(certificate) { entry[kSecPropertyTypeTitle] = title }
        if place == 0, !findings.isTrusted, let reason = SecCopyErrorMessageString(findings.status, nil) {
            entry[kSecPropertyTypeError] = reason
        }
        properties.add(entry)
    }
    return properties
}

/// For which time it was evaluated, a date.
public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"

/// A ``SecTrustResultType`` as a number.
public let kSecTrustResultValue: CFString = "TrustResultValue"

extension TrustFindings {
    fileprivate var error: CFError? {
        guard !isTrusted else { return nil }
        let text = SecCopyErrorMessageString(status, nil) ?? ""
        return NSError(
            domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: text as String])
    }
}
