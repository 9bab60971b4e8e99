// The calls that are about the user, and about who is calling.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainClient {
    /// Who a program is to the keychain. It is the same for every keychain, so that no default one need be chosen.
    /// - Parameter process: for a tool another process of the same user; nil for the calling one.
    package func identity(of process: Int32? = nil) throws(KeychainError) -> IdentityReport {
        let reply = try perform(.identity(processID: process), in: .file(preferences.builtInKeychain))
        guard case .identity(let report) = reply else { throw .otherReply }
        return report
    }

    /// What the user can be asked for.
    package func presence(_ keychain: KeychainAddress? = nil) throws(KeychainError) -> PresenceReport {
        guard case .presence(let report) = try perform(.presence, in: keychain) else { throw .otherReply }
        return report
    }

    /// Asks the user for the proofs of these flags of an access control.
    func evaluate(flags: UInt64, _ authentication: Authentication) throws(KeychainError) {
        _ = try perform(.evaluate(flags: flags, authentication))
    }

    /// Ends a context: its dialogs close and its proofs are forgotten.
    func endContext(_ context: ContextIdentifier) throws(KeychainError) {
        _ = try perform(.endContext(context))
    }

    /// What programs on the session bus may do, and did.
    package func busReport() throws(KeychainError) -> BusReport {
        let reply = try perform(.busReport, in: .file(preferences.builtInKeychain))
        guard case .busReport(let report) = reply else { throw .otherReply }
        return report
    }

    /// - Parameter password: of the keychain that is always there; nil if it has none.
    package func decideOnBus(_ choice: BusChoice, password: ItemSecret?) throws(KeychainError) {
        _ = try perform(.decideOnBus(choice, password: password), in: .file(preferences.builtInKeychain))
    }

    /// Waits for a question to the user.
    /// - Returns: nil if none came for a while.
    package func nextQuestion() throws(KeychainError) -> PermissionQuestion? {
        guard case .question(let question) = try perform(.nextQuestion) else { throw .otherReply }
        return question
    }

    /// - Parameter isShown: whether the dialog is shown; no finger is taken before.
    /// - Throws: `.itemNotFound` if nobody waits for the answer any more.
    package func requireOpenQuestion(_ number: UInt64, isShown: Bool) throws(KeychainError) {
        _ = try perform(.isQuestionOpen(number: number, isShown: isShown))
    }

    /// - Throws: `.authFailed` for a wrong password; `.itemNotFound` as ``requireOpenQuestion(_:isShown:)``.
    package func answerQuestion(_ number: UInt64, _ answer: PermissionAnswer) throws(KeychainError) {
        _ = try perform(.answerQuestion(number: number, answer))
    }
}
