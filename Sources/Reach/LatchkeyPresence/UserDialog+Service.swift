// Asks a user what a program wants over the bus of a session.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension UserDialog {
    /// - Returns: nil if the wish is a permission, which is asked for as any other.
    mutating func answer(
        to service: PermissionQuestion.Service, after failure: KeychainError?
    ) throws(KeychainError) -> PermissionAnswer? {
        let text = DialogText.description(of: question)
        switch service.wish {
        case .permit: return nil
        case .newKeychain:
            guard failure == nil else { return .denied }
            let new = try dialogs.newPassword(
                text + "\n" + Self.aboutNone, prompt: "Password of the keychain:", first: "_Make It",
                refusal: "_Cancel")
            return new.map { .newPassword(old: nil, new: $0.count > 0 ? $0 : nil) } ?? .denied
        case .changePassword:
            var old: ItemSecret?
            if question.needsPassword {
                guard mayTry(after: failure) else { return .denied }
                old = try dialogs.password(
                    text, prompt: "Old password:", first: "_Continue", refusal: "_Cancel",
                    error: Self.words(of: failure))
                guard old != nil else { return .denied }
            }
            // The new one was typed already if the old one was wrong.
            if newPassword == nil {
                newPassword = try dialogs.newPassword(
                    text + "\n" + Self.aboutNone, prompt: "New password:", first: "_Change", refusal: "_Cancel")
            }
            return newPassword.map { .newPassword(old: old, new: $0.count > 0 ? $0 : nil) } ?? .denied
        case .unlock: return try confirm(text, "_Unlock", after: failure)
        case .delete: return try confirm(text, "_Delete", after: failure)
        case .makeDefault: return try confirm(text, "_Change", after: failure)
        case .rename: return try confirm(text, "_Rename", after: failure)
        }
    }

    private static var aboutNone: String {
        "Leave it empty for no password. Without one the keychain cannot be locked."
    }

    /// One button, with the password of the keychain if it must show that it is the user.
    private mutating func confirm(
        _ text: String, _ button: String, after failure: KeychainError?
    ) throws(KeychainError) -> PermissionAnswer {
        guard question.needsPassword else {
            let choice = try dialogs.choose(text, first: button, second: nil, refusal: "_Cancel")
            return choice == .first ? .once(password: nil) : .denied
        }
        guard mayTry(after: failure) else { return .denied }
        let password = try dialogs.password(
            text, prompt: "Password of the keychain:", first: button, refusal: "_Cancel",
            error: Self.words(of: failure))
        return password.map { .once(password: $0) } ?? .denied
    }
}
