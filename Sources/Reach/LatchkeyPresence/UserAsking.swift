// Asks the user who is at the machine, for whoever needs a proof of them.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The wall between a keychain and a user. Behind it are dialogs and the fingerprint reader; the password is checked in
/// front of it.
package protocol UserAsking: Sendable {
    /// What the fingerprint reader is to the user.
    var biometry: BiometryState { get }

    /// Asks for what a question wants.
    /// - Parameter isWanted: asked now and then; the dialog ends where it says no.
    /// - Parameter check: tries a password.
    /// - Throws: `.userCanceled` if they give nothing, `.authFailed` after several wrong passwords or fingers,
    ///   `.interactionNotAllowed` if they cannot be asked.
    func prove(
        _ question: PermissionQuestion, while isWanted: @escaping @Sendable () -> Bool,
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence
}
