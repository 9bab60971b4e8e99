// Dialogs of a desktop's prompter as long as there is one, and of pinentry from then on.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

package final class DialogsInTurn: DialogShowing {
    private var current: any DialogShowing
    /// Nil once it is in use.
    private var next: (() throws(KeychainError) -> any DialogShowing)?

    /// - Parameter next: makes what is used once `first` says that it cannot show a dialog.
    package init(
        first: any DialogShowing, next: @escaping () throws(KeychainError) -> any DialogShowing
    ) {
        current = first
        self.next = next
    }

    private func show<Answer>(
        _ body: (any DialogShowing) throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        do throws(KeychainError) {
            return try body(current)
        } catch {
            guard error.code == .notAvailable, let next else { throw error }
            self.next = nil
            current = try next()
        }
        return try body(current)
    }

    package func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        try show { dialogs throws(KeychainError) in
            try dialogs.choose(text, first: first, second: second, refusal: refusal, never: never)
        }
    }

    package func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        try show { dialogs throws(KeychainError) in
            try dialogs.password(text, prompt: prompt, first: first, refusal: refusal, error: error)
        }
    }

    package func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        try show { dialogs throws(KeychainError) in
            try dialogs.newPassword(text, prompt: prompt, first: first, refusal: refusal)
        }
    }

    package func show(_ text: String, button: String) throws(KeychainError) {
        try show { dialogs throws(KeychainError) in try dialogs.show(text, button: button) }
    }
}
