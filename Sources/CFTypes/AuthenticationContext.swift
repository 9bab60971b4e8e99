// What the keychain sees of the `LAContext` that a query names, without knowing that class.
// SPDX-License-Identifier: Apache-2.0

/// A context that authenticates the person for keychain operations.
package protocol AuthenticationContext: AnyObject {
    /// Whether prompts are forbidden.
    var interactionNotAllowed: Bool { get }
    /// The reason that a prompt gives.
    var localizedReason: String { get }
    /// Whether the context was invalidated and must be refused.
    var isInvalidated: Bool { get }

    /// Calls `body` with the password of the program's own that the context holds, or returns nil if it
    /// holds none. The bytes are secret and valid during the call only.
    func withApplicationPassword<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result?
}
