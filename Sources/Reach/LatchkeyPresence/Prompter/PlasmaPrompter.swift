// The dialogs of Plasma's prompter.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
package import LatchkeyModel
package import LatchkeyPlatform

/// It has two: to unlock a wallet, and to make one. Each shows a name and a field for a password, so who asks is said
/// with the name. All other questions are for another prompter. It ends with its owner.
package final class PlasmaPrompter: DialogShowing {
    private let thread: PrompterThread
    private let wallet: String
    private static let mostTries = 3

    /// - Parameters:
    ///   - question: to unlock a keychain, or to make one.
    ///   - address: of the session's bus.
    ///   - isTrusted: whether what is typed may be shown to the process of this number.
    ///   - deadline: in seconds of ``HelperProcess/now``; dialogs end then.
    ///   - isWanted: asked now and then while a dialog is open; it ends if that says no.
    /// - Throws: `.notAvailable` if it has no dialog for the question, or the kernel gives no thread.
    package init(
        for question: PermissionQuestion, onBusAt address: String,
        trusting isTrusted: @escaping @Sendable (Int32) -> Bool, until deadline: Double,
        while isWanted: @escaping () -> Bool
    ) throws(KeychainError) {
        guard let wallet = DialogText.wallet(of: question) else { throw PrompterThread.absent }
        self.wallet = wallet
        thread = try PrompterThread(onBusAt: address, passing: .prompter, until: deadline, while: isWanted) {
            bus, desk throws(KeychainError) in
            PlasmaConversation(on: bus, for: desk, isTrusted: isTrusted)
        }
    }

    package func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        throw PrompterThread.absent
    }

    package func show(_ text: String, button: String) throws(KeychainError) { throw PrompterThread.absent }

    package func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        try perform(wallet, warning: error ?? "")
    }

    package func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        var lead = ""
        for _ in 0..<Self.mostTries {
            guard let typed = try perform(lead + wallet, isNew: true) else { return nil }
            // It cannot say what a keychain without a password means: another prompter asks.
            guard typed.count > 0 else { throw PrompterThread.absent }
            guard let again = try perform("(the same again) " + wallet, isNew: true) else { return nil }
            if again == typed { return typed }
            lead = "(the two were not the same) "
        }
        return nil
    }

    private func perform(
        _ text: String, warning: String = "", isNew: Bool = false
    ) throws(KeychainError) -> ItemSecret? {
        var dialog = PrompterDialog(kind: .password, message: "", text: text, first: "", refusal: "")
        (dialog.warning, dialog.isNew) = (warning, isNew)
        let answer = try thread.perform(dialog)
        return answer.isRefused ? nil : answer.password
    }
}
