// The context in which a user proves who they are.
// SPDX-License-Identifier: Apache-2.0

private import Dispatch
public import Foundation
@_exported public import LatchkeyCFTypes
package import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
private import Synchronization

/// A context for proofs of who the user is.
///
/// The user proves it with the password of the default keychain, or with a finger if fprintd has a reader. What they
/// have proved in a context holds for later keychain calls that name it with `kSecUseAuthenticationContext`, until the
/// keychain locks or the context ends. Behind a daemon the daemon asks and remembers; without one the library does, in
/// the process, which could read the keychain's file itself.
///
/// Safe for use by several threads at once.
open class LAContext: NSObject, @unchecked Sendable {
    // @unchecked: all state lies under the lock.
    private let state = Mutex(State())
    private let session: PresenceSession

    /// A context in which nothing was proved yet. A subclass calls it from initialisers of its own.
    public override init() { session = PresenceSession(client: .shared) }

    package init(client: KeychainClient) { session = PresenceSession(client: client) }

    /// Whether the user could be asked to fulfil `policy` now. Asks nobody. Sets ``evaluatedPolicyDomainState`` if they
    /// could fulfil a policy of biometry.
    ///
    /// - Parameter error: Gets `.biometryNotAvailable`, `.biometryNotEnrolled` or `.biometryLockout` for biometry,
    ///   `.companionNotAvailable` for a companion, `.passcodeNotSet` if there is neither a password nor a finger,
    ///   `.invalidContext` after ``invalidate()``, `.systemCancel` if the keychain cannot be reached.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        let (obstacle, fingers) = examination(of: policy)
        if let error = unsafe error, let obstacle { unsafe error.pointee = obstacle._nsError }
        if let fingers {
            state.withLock { state in
                if !state.isInvalidated { state.domainState = fingers }
            }
        }
        return obstacle == nil
    }

    /// Asks the user to fulfil `policy`. What was proved in this context already is not asked for again.
    ///
    /// - Precondition: `localizedReason` is not empty.
    /// - Parameter reply: Called once, on a queue of the system's, with ``LAError`` where it is no success.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "the reason is empty")
        DispatchQueue.global().async { [self] in
            if let obstacle = examination(of: policy).obstacle { return reply(false, obstacle) }
            answer(policy.flags, localizedReason, reply)
        }
    }

    /// Asks the user to fulfil `policy`. What was proved in this context already is not asked for again.
    ///
    /// - Precondition: `localizedReason` is not empty.
    /// - Throws: ``LAError``.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluatePolicy(policy, localizedReason: localizedReason) { success, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: success) }
            }
        }
    }

    /// Asks the user to fulfil an access control. An access control that asks for nothing is fulfilled.
    ///
    /// - Precondition: `localizedReason` is not empty.
    /// - Parameters:
    ///   - accessControl: A `SecAccessControl`; another object is answered with `.authenticationFailed`.
    ///   - operation: What it is wanted for. The constraints of an access control are the same for all of them.
    ///   - reply: Called once, on a queue of the system's, with ``LAError`` where it is no success.
    open func evaluateAccessControl(
        _ accessControl: AnyObject, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "the reason is empty")
        let flags = (accessControl as? any ConstrainedAccess)?.constraintFlags
        DispatchQueue.global().async { [self] in
            guard let flags else { return reply(false, LAError(.authenticationFailed)) }
            answer(flags, localizedReason, reply)
        }
    }

    /// Asks the user to fulfil an access control. An access control that asks for nothing is fulfilled.
    ///
    /// - Precondition: `localizedReason` is not empty.
    /// - Parameters:
    ///   - accessControl: A `SecAccessControl`.
    ///   - operation: What it is wanted for. The constraints of an access control are the same for all of them.
    /// - Returns: true. If it is no success, it throws.
    /// - Throws: ``LAError``; `.authenticationFailed` for another object.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: AnyObject, operation: LAAccessControlOperation, localizedReason: String
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluateAccessControl(accessControl, operation: operation, localizedReason: localizedReason) {
                success, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: success) }
            }
        }
    }

    private func answer(_ flags: UInt64, _ reason: String, _ reply: (Bool, (any Error)?) -> Void) {
        if isInvalidated { return reply(false, LAError(.invalidContext)) }
        var authentication = Authentication(interactionNotAllowed ? .fail : .allow)
        authentication.reason = Self.beginning(of: reason)
        authentication.cancelTitle = Self.beginning(of: localizedCancelTitle ?? "")
        authentication.reuseSeconds = reuseSeconds
        do throws(KeychainError) {
            try session.evaluate(flags: flags, authentication)
            let digest: Data? =
                if case .enrolled(let set)? = try? session.report().biometry { Data(set) } else { nil }
            let holds = state.withLock { state in
                if !state.isInvalidated { state.domainState = digest }
                return !state.isInvalidated
            }
            reply(holds, holds ? nil : LAError(.appCancel))
        } catch {
            reply(false, LAError(error, wasInvalidated: isInvalidated))
        }
    }

    /// Scalars of a text that are carried to a dialog, which shows fewer. A character may be of any number of them.
    private static let largestText = 512

    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(largestText)))
    }

    /// Ends the context: prompts end, the proofs and credentials are wiped, and it cannot be used again.
    open func invalidate() {
        state.withLock { state in
            state.isInvalidated = true
            state.credentials = [:]
            state.domainState = nil
        }
        session.end()
    }

    /// Keeps `credential` for keychain operations with this context; nil wipes what is kept.
    ///
    /// The bytes are copied, and the copy is wiped when it is replaced and when the context ends. The
    /// caller's own copy stays as it is.
    ///
    /// - Returns: whether the credential is kept. Smart cards are not supported.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        guard type == .applicationPassword else { return false }
        return state.withLock { state in
            guard !state.isInvalidated else { return false }
            state.credentials[type] = credential.map { Credential(copying: $0) }
            return true
        }
    }

    /// Whether a credential of this type is kept.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        state.withLock { $0.credentials[type] != nil }
    }

    /// The reason that a prompt for a keychain operation gives.
    open var localizedReason: String {
        get { state.withLock { $0.localizedReason } }
        set { state.withLock { $0.localizedReason = newValue } }
    }

    /// The title of the button for another way; the empty string hides it. Kept, and not shown: a prompt that takes a
    /// password and a finger has the field for the password in it.
    open var localizedFallbackTitle: String? {
        get { state.withLock { $0.localizedFallbackTitle } }
        set { state.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the button that cancels. Its first 24 bytes are shown.
    open var localizedCancelTitle: String? {
        get { state.withLock { $0.localizedCancelTitle } }
        set { state.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Whether operations that need a prompt fail instead.
    open var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// For how many seconds a finger that matched for this program holds for another operation, at most
    /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { state.withLock { $0.reuseDuration } }
        set {
            state.withLock {
                let longest = LATouchIDAuthenticationMaximumAllowableReuseDuration
                $0.reuseDuration = newValue > 0 ? min(newValue, longest) : 0
            }
        }
    }

    /// The kind of biometry of the machine: fingers, if fprintd has a reader.
    open var biometryType: LABiometryType {
        guard let report = try? session.report(), report.biometry != .unavailable else { return .none }
        return .touchID
    }

    /// What changes when fingers are enrolled or removed, from the last success of an evaluation, or of
    /// ``canEvaluatePolicy(_:error:)`` for a policy of biometry; nil before any, and after an evaluation without
    /// fingers.
    open var evaluatedPolicyDomainState: Data? { state.withLock { $0.domainState } }

    /// What keeps the user from fulfilling `policy` now, or nil; and which fingers could fulfil it, where it is one of
    /// biometry.
    private func examination(of policy: LAPolicy) -> (obstacle: LAError?, fingers: Data?) {
        if isInvalidated { return (LAError(.invalidContext), nil) }
        let report: PresenceReport
        do throws(KeychainError) {
            report = try session.report()
        } catch {
            return (LAError(.systemCancel), nil)
        }
        let biometry: (obstacle: LAError?, fingers: Data?)
        switch report.biometry {
        case .unavailable: biometry = (LAError(.biometryNotAvailable), nil)
        case .notEnrolled: biometry = (LAError(.biometryNotEnrolled), nil)
        case .lockedOut: biometry = (LAError(.biometryLockout), nil)
        case .enrolled(let set): biometry = (nil, Data(set))
        }
        switch policy {
        case .deviceOwnerAuthentication:
            let canProve = report.hasPassword || biometry.obstacle == nil
            return (canProve ? nil : LAError(.passcodeNotSet), nil)
        case .deviceOwnerAuthenticationWithCompanion: return (LAError(.companionNotAvailable), nil)
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            return biometry
        }
    }

    private struct State {
        var isInvalidated = false
        var credentials: [LACredentialType: Credential] = [:]
        var localizedReason = ""
        var localizedFallbackTitle: String?
        var localizedCancelTitle: String?
        var interactionNotAllowed = false
        var reuseDuration: TimeInterval = 0
        var domainState: Data?
    }
}

extension LAContext: AuthenticationContext {
    package var isInvalidated: Bool { state.withLock { $0.isInvalidated } }
    package var reuseSeconds: UInt32 { UInt32(clamping: Int(touchIDAuthenticationAllowableReuseDuration)) }

    package var sessionIdentifier: (high: UInt64, low: UInt64) {
        let identifier = session.use()
        return (identifier.high, identifier.low)
    }

    package func withApplicationPassword<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result? {
        // Taken out of the lock, so that `body` may use the context; the bytes live as long as this reference.
        guard let credential = state.withLock({ $0.credentials[.applicationPassword] }) else { return nil }
        return try body(credential.bytes)
    }
}
