// An evaluation of trust as an object.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
package import LatchkeyCertificates
package import LatchkeyTrust
import Synchronization

/// A certificate, those that may stand between it and a root, and the policies by which they are evaluated.
///
/// The roots are those of the system, and what a user trusts by `security add-trusted-cert`. Issuers that are missing
/// are looked for in the default keychain. No network is used: nothing is fetched, and of revocation it knows what the
/// program gives by ``SecTrustSetOCSPResponse(_:_:)`` and ``SecTrustSetRevocationLists(_:_:)``. An evaluation is the
/// same with a daemon and without. Safe to use from any thread. As on macOS otherwise.
public final class SecTrust: Sendable {
    private let state: Mutex<State>
    private let source: TrustSource

    /// What an evaluation depends on. Every change makes the last evaluation void.
    package struct State: Sendable {
        /// The one that is evaluated first; there is always one.
        package let certificates: [SecCertificate]
        package var policies: [SecPolicy]
        /// Nil if the caller gave none.
        package var anchors: [SecCertificate]?
        package var trustsCallersAnchorsOnly = false
        /// Seconds since 2001-01-01 UTC, or nil for the time of the evaluation.
        package var date: Double?
        package var isFetchAllowed = true
        package var responses: [OCSPResponse] = []
        package var lists: [RevocationList] = []
        /// What of the chain is overlooked, or nil for nothing.
        package var exceptions: TrustExceptions?
        var findings: TrustFindings?
    }

    package init(_ certificates: [SecCertificate], _ policies: [SecPolicy], source: TrustSource = .shared) {
        self.source = source
        state = Mutex(State(certificates: certificates, policies: policies))
    }

    package var current: State { state.withLock { $0 } }

    package func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.findings = nil
        }
    }

    /// The last evaluation, or nil if there was none since something changed that it depends on: the object, the roots,
    /// the trust settings, or, if no date was set, the time.
    var lastFindings: TrustFindings? {
        let state = current
        return state.findings.flatMap { source.stand($0, of: state) ? $0 : nil }
    }

    /// Whether the last evaluation still holds.
    package var isEvaluated: Bool { lastFindings != nil }

    /// What would have to be overlooked for the certificate to be trusted.
    func neededExceptions() -> TrustExceptions { source.exceptions(of: current) }

    /// Evaluates unless nothing has changed since the last time.
    package func evaluate() -> TrustFindings {
        if let findings = lastFindings { return findings }
        let before = current
        // Not under the lock: the keychain may be asked.
        let findings = source.findings(of: before)
        state.withLock { state in
            if state.isSame(as: before) { state.findings = findings }
        }
        return findings
    }
}

extension SecTrust.State {
    /// Whether an evaluation of the other is one of this.
    fileprivate func isSame(as other: Self) -> Bool {
        policies == other.policies && anchors == other.anchors && date == other.date
            && trustsCallersAnchorsOnly == other.trustsCallersAnchorsOnly && exceptions == other.exceptions
            && responses == other.responses && lists == other.lists
    }
}

extension SecTrust: Hashable {
    public static func == (lhs: SecTrust, rhs: SecTrust) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SecTrust.State: CustomStringConvertible, CustomReflectable {
    /// Without certificates and names.
    package var description: String { "<\(certificates.count) certificates to evaluate>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecTrust: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of trust objects.
public func SecTrustGetTypeID() -> CFTypeID { SecTrust._cfTypeID }

/// A trust object for certificates and policies.
///
/// - Parameters:
///   - certificates: A ``SecCertificate``, or an array of them: the one to evaluate first, then others in any order.
///   - policies: A ``SecPolicy``, an array of them, all of which must hold, or nil for the basic one.
///   - trust: Gets the object. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects and for no certificate.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    guard let certificates = objects(of: SecCertificate.self, in: certificates), !certificates.isEmpty,
        let policies = policyObjects(policies)
    else { return errSecParam }
    unsafe trust.pointee = SecTrust(certificates, policies)
    return errSecSuccess
}

/// One object of a class, or an array of such objects; nil for anything else.
func objects<Object: AnyObject>(of _: Object.Type, in value: CFTypeRef) -> [Object]? {
    if let object = value as? Object { return [object] }
    guard let array = value as? CFArray else { return nil }
    let elements = _cfElements(of: array)
    let objects = elements.compactMap { $0 as? Object }
    return objects.count == elements.count ? objects : nil
}

/// The policies of a call; none is the basic one.
func policyObjects(_ value: CFTypeRef?) -> [SecPolicy]? {
    guard let value else { return [SecPolicyCreateBasicX509()] }
    guard let policies = objects(of: SecPolicy.self, in: value) else { return nil }
    return policies.isEmpty ? [SecPolicyCreateBasicX509()] : policies
}
