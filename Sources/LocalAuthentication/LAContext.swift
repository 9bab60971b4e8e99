// The context in which a person proves who they are.
// SPDX-License-Identifier: Apache-2.0

@_exported public import CFTypes
private import Dispatch
public import Foundation
private import Synchronization

/// A context for proofs of who the person is.
///
/// No authenticator exists on this system yet: no policy can be evaluated, and every evaluation
/// fails with the error that ``canEvaluatePolicy(_:error:)`` gives. What works is the credential: a
/// password of the program's own for items with `.applicationPassword`.
///
/// Safe for use by several threads at once.
open class LAContext: NSObject, @unchecked Sendable {
    // @unchecked: all state lies under the lock.
    private let state = Mutex(State())

    public override init() { super.init() }

    /// Whether the person could be asked to fulfil `policy`: always false, since nothing can ask.
    ///
    /// - Parameter error: Gets `.biometryNotAvailable` for biometry, `.companionNotAvailable` for a companion,
    ///   `.passcodeNotSet` for the password, `.invalidContext` after ``invalidate()``.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        if let error = unsafe error { unsafe error.pointee = obstacle(to: policy)._nsError }
        return false
    }

    /// Asks the person to fulfil `policy`. Always fails, with the error of ``canEvaluatePolicy(_:error:)``.
    ///
    /// - Precondition: `localizedReason` is not empty.
    /// - Parameter reply: Called once, on a queue of the system's.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "the reason is empty")
        let error = obstacle(to: policy)
        DispatchQueue.global().async { reply(false, error) }
    }

    /// Asks the person to fulfil `policy`. Always fails, with the error of ``canEvaluatePolicy(_:error:)``.
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

    /// Asks the person to fulfil an access control. Always fails, as ``evaluatePolicy(_:localizedReason:reply:)`` does.
    ///
    /// - Parameters:
    ///   - accessControl: A `SecAccessControl`.
    ///   - reply: Called once, on a queue of the system's.
    open func evaluateAccessControl(
        _ accessControl: AnyObject, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        evaluatePolicy(.deviceOwnerAuthentication, localizedReason: localizedReason, reply: reply)
    }

    /// Ends the context: prompts end, the credentials are wiped, and it cannot be used again.
    open func invalidate() {
        state.withLock { state in
            state.isInvalidated = true
            state.credentials = [:]
        }
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

    /// The title of the button for another way; the empty string hides it. No prompt exists yet.
    open var localizedFallbackTitle: String? {
        get { state.withLock { $0.localizedFallbackTitle } }
        set { state.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the button that cancels. No prompt exists yet.
    open var localizedCancelTitle: String? {
        get { state.withLock { $0.localizedCancelTitle } }
        set { state.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Whether operations that need a prompt fail instead.
    open var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// How many seconds after an unlock by biometry no new proof is asked for.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { state.withLock { $0.reuseDuration } }
        set { state.withLock { $0.reuseDuration = newValue } }
    }

    /// The kind of biometry of the machine: none.
    open var biometryType: LABiometryType { .none }

    /// What changes when fingers or faces are enrolled or removed: nil, as no policy was evaluated.
    open var evaluatedPolicyDomainState: Data? { nil }

    private func obstacle(to policy: LAPolicy) -> LAError {
        if state.withLock({ $0.isInvalidated }) { return LAError(.invalidContext) }
        return switch policy {
        case .deviceOwnerAuthentication: LAError(.passcodeNotSet)
        case .deviceOwnerAuthenticationWithCompanion: LAError(.companionNotAvailable)
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            LAError(.biometryNotAvailable)
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
    }
}

extension LAContext: AuthenticationContext {
    package var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    package func withApplicationPassword<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result? {
        // Taken out of the lock, so that `body` may use the context; the bytes live as long as this reference.
        guard let credential = state.withLock({ $0.credentials[.applicationPassword] }) else { return nil }
        return try body(credential.bytes)
    }
}
