// Who asks the user for clients of the Secret Service.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// Does what the user said.
package typealias ServiceAttempt = @Sendable (ServiceAnswer) throws(KeychainError) -> Void

package protocol ServiceAsking: Sendable {
    /// Shows a question, and returns at once.
    /// - Parameters:
    ///   - attempt: does what the user said, on another thread than the caller's. If it throws `.authFailed`, the
    ///     password was wrong, and the user is asked again. It is not called for an answer that refuses.
    ///   - completion: called once, on any thread, and perhaps before this returns: with what the attempt was done for,
    ///     or with what has refused it.
    /// - Returns: a number for ``withdraw(_:)``.
    func ask(
        _ question: ServiceQuestion,
        attempt: @escaping ServiceAttempt,
        completion: @escaping @Sendable (ServiceAnswer) -> Void
    ) -> UInt64
    /// Nobody waits for the answer any more: the dialog closes, and the completion is called with `.dismissed`.
    func withdraw(_ number: UInt64)
}

/// What the user said. It says nothing of whether a password is right.
package enum ServiceAnswer: Sendable {
    /// The user has closed the dialog, or said no.
    case dismissed
    /// Nobody could be asked.
    case unavailable
    case confirmed(password: ItemSecret?)
    /// Nil for none.
    case newPassword(old: ItemSecret?, new: ItemSecret?)
    /// For a question of ``ServiceQuestion/Subject/permit(_:owner:itemLabel:count:)``: and from now on.
    case always(password: ItemSecret?)
    /// The same: and do not ask again.
    case never
}
