// What shows dialogs to a user: pinentry, or the prompter of a desktop.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// The dialogs of one question. `_` before a letter of a button marks its key.
package protocol DialogShowing: AnyObject {
    /// Asks a question with two answers, or one, and a refusal.
    /// - Parameter never: the words of a refusal for good; nil if that is not offered.
    func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice
    /// Asks for a password.
    /// - Parameter error: what was wrong with the last one.
    /// - Returns: nil if the user gives none.
    func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret?
    /// Asks for a password that is new, twice.
    /// - Returns: nil if the user gives none; an empty one where they leave the field empty.
    func newPassword(_ text: String, prompt: String, first: String, refusal: String) throws(KeychainError)
        -> ItemSecret?
    /// Shows a text until the dialog is closed.
    func show(_ text: String, button: String) throws(KeychainError)
}

extension DialogShowing {
    func choose(
        _ text: String, first: String, second: String?, refusal: String
    ) throws(KeychainError) -> Pinentry.Choice {
        try choose(text, first: first, second: second, refusal: refusal, never: nil)
    }
}

/// Those of pinentry.
package final class PinentryDialogs: DialogShowing {
    private var pinentry: Pinentry

    package init(_ pinentry: consuming Pinentry) { self.pinentry = pinentry }

    package func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        try pinentry.choose(text, first: first, second: second, refusal: refusal, never: never)
    }

    package func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        try pinentry.password(text, prompt: prompt, first: first, refusal: refusal, error: error)
    }

    package func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        try pinentry.newPassword(text, prompt: prompt, first: first, refusal: refusal)
    }

    package func show(_ text: String, button: String) throws(KeychainError) {
        try pinentry.show(text, button: button)
    }
}
