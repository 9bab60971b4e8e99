// One dialog of a desktop's prompter.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

/// As `PerformPrompt` takes it.
struct PrompterDialog: Sendable {
    enum Kind: String, Sendable { case password, confirm }

    let kind: Kind
    /// The line above the text.
    let message: String
    let text: String
    var warning = ""
    let first: String
    let refusal: String
    /// A box that can be ticked; empty for none.
    var choice = ""
    /// Whether the password is typed twice.
    var isNew = false

    var properties: BusValue {
        let values: [(String, BusValue)] = [
            ("title", .string("Keychain")), ("message", .string(message)), ("description", .string(text)),
            ("warning", .string(warning)), ("continue-label", .string(Self.label(first))),
            ("cancel-label", .string(Self.label(refusal))), ("choice-label", .string(choice)),
            ("choice-chosen", .boolean(false)), ("password-new", .boolean(isNew)),
        ]
        return .dictionary(key: "s", value: "v", values.map { (key: .string($0.0), value: .variant($0.1)) })
    }

    /// Without the mark of the key, which these dialogs do not know.
    static func label(_ button: String) -> String { button.replacing("_", with: "") }

    /// What the user said.
    struct Answer: Sendable {
        let isRefused: Bool
        let password: ItemSecret?
        let isChosen: Bool
    }
}
