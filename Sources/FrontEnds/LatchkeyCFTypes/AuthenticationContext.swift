// What the keychain sees of the `LAContext` that a query names, without knowing that class.
// SPDX-License-Identifier: Apache-2.0

/// A context that authenticates the user for keychain operations.
package protocol AuthenticationContext: AnyObject {
    /// Whether prompts are forbidden.
    var interactionNotAllowed: Bool { get }
    /// The reason that a prompt gives.
    var localizedReason: String { get }
    /// What the button of a prompt that cancels is called, or nil for the usual word.
    var localizedCancelTitle: String? { get }
    /// Seconds for which biometry that succeeded holds for another operation.
    var reuseSeconds: UInt32 { get }
    /// The number of the context, in two halves: what was proved in it holds for operations that name it.
    var sessionIdentifier: (high: UInt64, low: UInt64) { get }
    /// Whether the context was invalidated and must be refused.
    var isInvalidated: Bool { get }

    /// Calls `body` with the password of the program's own that the context holds, or returns nil if it
    /// holds none. The bytes are secret and valid during the call only.
    func withApplicationPassword<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result?
}

/// What `LAContext` sees of a `SecAccessControl`, without knowing that class.
package protocol ConstrainedAccess: AnyObject {
    /// The flags that say what must be proved.
    var constraintFlags: UInt64 { get }
}
