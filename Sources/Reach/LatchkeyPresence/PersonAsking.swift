// Asks the person who is at the machine, for whoever needs a proof of her.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The wall between a keychain and a person. Behind it are dialogs and the fingerprint reader; the password is checked in front of it.
package protocol PersonAsking: Sendable {
    /// What the fingerprint reader is to the person.
    var biometry: BiometryState { get }

    /// Asks for what a question wants.
    /// - Parameter isWanted: asked now and then; the dialog ends where it says no.
    /// - Parameter check: tries a password.
    /// - Throws: `.userCanceled` if she gives nothing, `.authFailed` after several wrong passwords or fingers,
    ///   `.interactionNotAllowed` if she cannot be asked.
    func prove(
        _ question: PermissionQuestion, while isWanted: @escaping @Sendable () -> Bool,
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence
}
