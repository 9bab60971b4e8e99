// Dialogs of the desktop's own prompter, which programs of the session cannot cover.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// GNOME's, for the dialogs of one question. It ends with its owner.
package final class SystemPrompter: DialogShowing {
    private let thread: PrompterThread

    /// - Parameters:
    ///   - address: of the session's bus.
    ///   - isTrusted: whether what is typed may be shown to the process of this number.
    ///   - deadline: in seconds of ``HelperProcess/now``; dialogs end then.
    ///   - isWanted: asked now and then while a dialog is open; it ends if that says no.
    /// - Throws: `.notAvailable` if the kernel gives no thread.
    package init(
        onBusAt address: String, trusting isTrusted: @escaping @Sendable (Int32) -> Bool, until deadline: Double,
        while isWanted: @escaping () -> Bool
    ) throws(KeychainError) {
        thread = try PrompterThread(onBusAt: address, until: deadline, while: isWanted) {
            bus, desk throws(KeychainError) in
            try PrompterConversation(on: bus, for: desk, isTrusted: isTrusted)
        }
    }

    private func perform(_ dialog: PrompterDialog) throws(KeychainError) -> PrompterDialog.Answer {
        try thread.perform(dialog)
    }

    package func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        var dialog = PrompterDialog(
            kind: .confirm, message: "Keychain", text: text, first: second == nil ? first : "Allow", refusal: refusal)
        // There are two buttons, and one box, which goes with either of them.
        switch (second, never) {
        case (_?, _?): dialog.choice = "Do not ask again"
        case (let words?, nil), (nil, let words?): dialog.choice = PrompterDialog.label(words)
        case (nil, nil): break
        }
        let answer = try perform(dialog)
        guard !answer.isRefused else { return never != nil && answer.isChosen ? .never : .neither }
        return second != nil && answer.isChosen ? .second : .first
    }

    package func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        var dialog = PrompterDialog(
            kind: .password, message: Self.title(prompt), text: text, first: first, refusal: refusal)
        dialog.warning = error ?? ""
        return try password(from: perform(dialog))
    }

    package func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        var dialog = PrompterDialog(
            kind: .password, message: Self.title(prompt), text: text, first: first, refusal: refusal)
        dialog.isNew = true
        return try password(from: perform(dialog))
    }

    package func show(_ text: String, button: String) throws(KeychainError) {
        _ = try perform(
            PrompterDialog(kind: .confirm, message: "Keychain", text: text, first: button, refusal: "Close"))
    }

    private func password(from answer: PrompterDialog.Answer) throws(KeychainError) -> ItemSecret? {
        guard !answer.isRefused else { return nil }
        guard let password = answer.password else { throw PrompterThread.absent }
        return password
    }

    /// The words of a prompt stand above the text.
    private static func title(_ prompt: String) -> String { prompt.last == ":" ? String(prompt.dropLast()) : prompt }
}
