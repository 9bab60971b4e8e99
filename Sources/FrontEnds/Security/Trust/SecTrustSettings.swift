// The decisions of the user and of the machine about certificates.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyTrust

/// Whose decisions.
public enum SecTrustSettingsDomain: UInt32, Sendable {
    /// The user's. They count more than the machine's.
    case user = 0
    /// The machine's, which only root changes.
    case admin = 1
    /// The system's: none, since its roots are trusted without a decision.
    case system = 2
}

/// What was decided.
public enum SecTrustSettingsResult: UInt32, Sendable {
    case invalid = 0
    /// A root that issued itself is trusted.
    case trustRoot = 1
    /// A certificate that somebody else issued is trusted as if it were a root.
    case trustAsRoot = 2
    /// Never trusted, nor what it issues.
    case deny = 3
    /// As if there were no decision.
    case unspecified = 4
}

/// For which policy a decision is, a ``SecPolicy``; none for all. A name in the policy limits the decision as
/// ``kSecTrustSettingsPolicyString`` does. Decisions for clients of TLS or for EAP alone are refused here.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"
/// For which host or e-mail address a decision is, a string; none for all.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"
/// A ``SecTrustSettingsResult`` as a number; none is `.trustRoot`.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
/// A decision for one application. Refused here.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"
/// A decision for one use of keys. Refused here.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"
/// A decision to overlook one error. Refused here.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"

/// The decisions about a certificate.
///
/// - Parameters:
///   - certRef: Which certificate.
///   - domain: Whose decisions.
///   - trustSettings: Gets an array of dictionaries with ``kSecTrustSettingsResult`` and, if the decision has them,
///     ``kSecTrustSettingsPolicy`` and ``kSecTrustSettingsPolicyString``.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if there are none; `errSecNotAvailable` for a file that is damaged.
public func SecTrustSettingsCopyTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe TrustSettingsCalls.shared.settings(of: certRef, domain).give(to: trustSettings)
}

/// Replaces the decisions about a certificate. Nobody is asked, unlike on macOS.
///
/// - Parameters:
///   - certRef: Which certificate.
///   - domain: Whose decisions.
///   - trustSettingsDictOrArray: A dictionary as ``SecTrustSettingsCopyTrustSettings(_:_:_:)`` gives them, or an array
///     of them; nil or an empty array to trust a root for every use.
/// - Returns: `errSecSuccess`; `errSecParam` for decisions that can have no effect or have other keys; `errSecDecode`
///   for trust in a certificate that is not understood; `errSecWrPerm` if the file cannot be written;
///   `errSecNotAvailable` if it is damaged; `errSecDataNotModifiable` for the system's.
public func SecTrustSettingsSetTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain, _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
    TrustSettingsCalls.shared.set(trustSettingsDictOrArray, for: certRef, domain)
}

/// Takes back the decisions about a certificate.
///
/// - Parameters:
///   - certRef: Which certificate.
///   - domain: Whose decisions.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if there are none; otherwise as
///   ``SecTrustSettingsSetTrustSettings(_:_:_:)``.
public func SecTrustSettingsRemoveTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
    TrustSettingsCalls.shared.remove(certRef, domain)
}

/// The certificates that there are decisions about.
///
/// - Parameters:
///   - domain: Whose decisions; of the system its roots.
///   - certArray: Gets an array of ``SecCertificate``, in the order of the decisions.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` if there are none; `errSecNotAvailable` for a file that is
///   damaged.
public func SecTrustSettingsCopyCertificates(
    _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe TrustSettingsCalls.shared.certificates(domain).give(to: certArray)
}

/// When the decisions of the domain were last changed; one certificate has no date of its own here.
///
/// - Parameters:
///   - certRef: A certificate that there is a decision about.
///   - domain: Whose decisions.
///   - modificationDate: Gets a date.
/// - Returns: as ``SecTrustSettingsCopyTrustSettings(_:_:_:)``.
public func SecTrustSettingsCopyModificationDate(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain, _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
    unsafe TrustSettingsCalls.shared.modificationDate(of: certRef, domain).give(to: modificationDate)
}

/// All decisions of a domain as bytes, in a form of this project's own.
///
/// - Parameters:
///   - domain: Whose decisions.
///   - trustSettings: Gets the bytes.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` if there are none; `errSecNotAvailable` for a file that is
///   damaged.
public func SecTrustSettingsCreateExternalRepresentation(
    _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    unsafe TrustSettingsCalls.shared.representation(of: domain).give(to: trustSettings)
}

/// Replaces all decisions of a domain.
///
/// - Parameters:
///   - domain: Whose decisions.
///   - trustSettings: What ``SecTrustSettingsCreateExternalRepresentation(_:_:)`` gave.
/// - Returns: `errSecSuccess`; `errSecInvalidTrustSettings` for other bytes; otherwise as
///   ``SecTrustSettingsSetTrustSettings(_:_:_:)``.
public func SecTrustSettingsImportExternalRepresentation(
    _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus {
    TrustSettingsCalls.shared.replace(by: trustSettings.octets, domain)
}

extension Result where Failure == TrustSettingsCalls.Refusal {
    /// Hands out a value, or leaves the place as it is.
    fileprivate func give(to place: UnsafeMutablePointer<Success?>) -> OSStatus {
        switch self {
        case .success(let value):
            unsafe place.pointee = value
            return errSecSuccess
        case .failure(let refusal): return refusal.status
        }
    }
}
