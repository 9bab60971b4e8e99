// Where the password of a keychain comes from when the command line does not hold it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyPlatform

package enum PasswordSource {
    /// The password to unlock with: from the terminal, else from the first configured password file.
    /// - Parameter hint: what the user can do if there is neither.
    /// - Throws: `.interactionNotAllowed` if there is neither, `.userCanceled` if the user gave up.
    package static func unlockPassword(
        asking question: String, configuration: ClientConfiguration, hint: StaticString
    ) throws(KeychainError) -> ItemSecret {
        do {
            return try TerminalPrompt.askPassword(question)
        } catch .aborted {
            throw KeychainError(.userCanceled, during: "asking for a password")
        } catch {
            if let file = configuration.passwordFiles.first { return try PasswordFile.read(path: file) }
            throw KeychainError(.interactionNotAllowed, during: "asking for a password", hint: hint)
        }
    }
}
