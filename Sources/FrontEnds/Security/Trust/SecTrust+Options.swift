// What an evaluation depends on, as the caller sets it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes

/// The roots of the caller. From then on they are the only ones, until ``SecTrustSetAnchorCertificatesOnly(_:_:)`` says
/// otherwise.
///
/// - Parameters:
///   - trust: What to change.
///   - anchorCertificates: An array of ``SecCertificate``, which may be empty: then nothing is trusted. Nil for the
///     roots of the system again.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    guard let anchorCertificates else {
        trust.change {
            $0.anchors = nil
            $0.trustsCallersAnchorsOnly = false
        }
        return errSecSuccess
    }
    guard let anchors = objects(of: SecCertificate.self, in: anchorCertificates) else { return errSecParam }
    trust.change {
        $0.anchors = anchors
        $0.trustsCallersAnchorsOnly = true
    }
    return errSecSuccess
}

/// Whether the roots of the caller are the only ones.
///
/// - Parameters:
///   - trust: What to change.
///   - anchorCertificatesOnly: False for those of the system and the trust settings beside them.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.change { $0.trustsCallersAnchorsOnly = anchorCertificatesOnly }
    return errSecSuccess
}

/// The roots of the caller.
///
/// - Parameters:
///   - trust: Whose roots.
///   - anchors: Gets an array of ``SecCertificate``, or nil if the caller gave none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe anchors.pointee = trust.current.anchors.map { NSArray(array: $0) }
    return errSecSuccess
}

/// The time for which certificates must be valid, in place of now.
///
/// - Parameters:
///   - trust: What to change.
///   - verifyDate: The time.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    let seconds = verifyDate.timeIntervalSinceReferenceDate
    trust.change { $0.date = seconds }
    return errSecSuccess
}

/// The time for which certificates must be valid, in seconds since 2001-01-01 UTC: the one that was set, or now.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    trust.current.date ?? CFAbsoluteTimeGetCurrent()
}

/// The policies of the next evaluation.
///
/// - Parameters:
///   - trust: What to change.
///   - policies: A ``SecPolicy``, or an array of them, all of which must hold.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies = policyObjects(policies) else { return errSecParam }
    trust.change { $0.policies = policies }
    return errSecSuccess
}

/// The policies.
///
/// - Parameters:
///   - trust: Whose policies.
///   - policies: Gets an array of ``SecPolicy``.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    unsafe policies.pointee = NSArray(array: trust.current.policies)
    return errSecSuccess
}

/// Whether issuers and revocation may be fetched. It is kept and has no effect: no evaluation here uses a network.
///
/// - Parameters:
///   - trust: What to change.
///   - allowFetch: The answer of ``SecTrustGetNetworkFetchAllowed(_:_:)`` from now on.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.change { $0.isFetchAllowed = allowFetch }
    return errSecSuccess
}

/// What ``SecTrustSetNetworkFetchAllowed(_:_:)`` set, at first true. Nothing is ever fetched.
///
/// - Parameters:
///   - trust: Whose setting.
///   - allowFetch: Gets the setting.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    unsafe allowFetch.pointee = DarwinBoolean(trust.current.isFetchAllowed)
    return errSecSuccess
}
