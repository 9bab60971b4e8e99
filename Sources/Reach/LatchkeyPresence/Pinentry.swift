// Dialogs of pinentry: a question with buttons, and the field for a password.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// One pinentry, for the dialogs of one question. Which terminal or display it uses is told by whoever makes it, and
/// never by the program that the question is about.
package struct Pinentry: ~Copyable {
    private var helper: HelperProcess
    private let isWanted: () -> Bool
    private let deadline: Double

    /// Where a dialog appears.
    package struct Place: Hashable, Sendable {
        /// The terminal, its kind, the display, and the language; nil for those that there are not.
        package var terminal: String?
        package var terminalKind: String?
        package var display: String?
        package var language: String?

        package init() {}
    }

    /// What a user chose.
    package enum Choice: Hashable, Sendable {
        case first, second, neither
        /// A refusal for good.
        case never
    }

    /// Starts pinentry.
    /// - Parameter deadline: in seconds of ``HelperProcess/now``; dialogs end then.
    /// - Parameter isWanted: asked now and then while a dialog is open; it ends if that says no.
    /// - Throws: `.notAvailable` if it does not start, or has neither terminal nor display.
    package init(
        at path: String, in place: Place, environment: [String], until deadline: Double,
        while isWanted: @escaping () -> Bool
    ) throws(KeychainError) {
        var helper = try HelperProcess(at: path, environment: environment)
        let options = [
            ("ttyname", place.terminal), ("ttytype", place.terminalKind), ("display", place.display),
            ("lc-ctype", place.language), ("lc-messages", place.language),
        ]
        for case (let name, let value?) in options { _ = try helper.perform("OPTION", "\(name)=\(value)") }
        // Others see what is typed into a window that lets them: if pinentry can, no other window takes the
        // keyboard.
        _ = try helper.perform("OPTION", "grab")
        _ = try helper.perform("SETTITLE", "Keychain")
        _ = try helper.perform("SETTIMEOUT", String(max(1, Int(deadline - HelperProcess.now))))
        self.helper = helper
        self.deadline = deadline
        self.isWanted = isWanted
    }

    /// Asks a question with two answers, or one, and a refusal.
    /// - Parameter never: the words of a refusal for good, which another dialog offers to who has pressed the button of
    ///   the refusal: there are three buttons at most. Nil if it is not offered.
    package mutating func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String? = nil
    ) throws(KeychainError) -> Choice {
        try require("SETDESC", text)
        try require("SETOK", first)
        try require("SETCANCEL", refusal)
        if let second { try require("SETNOTOK", second) }
        switch try dialog("CONFIRM") {
        case .done: return .first
        case .failed(let code) where code & 0xffff == Self.notConfirmed && second != nil: return .second
        case .failed(let code) where Self.refusals.contains(code & 0xffff):
            guard let never, Self.presses.contains(code & 0xffff) else { return .neither }
            return try refuse(text, never, hasThird: second != nil) ? .never : .neither
        case .failed(let code): throw Self.failure(code)
        }
    }

    /// - Parameter hasThird: whether the last dialog had three buttons: the third stays until it gets another label.
    /// - Returns: whether the refusal is for good. A dialog that is closed says that it is not.
    private mutating func refuse(_ text: String, _ never: String, hasThird: Bool) throws(KeychainError) -> Bool {
        try require("SETDESC", "Not allowed:\n" + text)
        try require("SETOK", never)
        if hasThird { try require("SETNOTOK", "Ask Again _Next Time") }
        try require("SETCANCEL", hasThird ? "_Close" : "Ask Again _Next Time")
        switch try dialog("CONFIRM") {
        case .done: return true
        case .failed(let code) where Self.refusals.contains(code & 0xffff): return false
        case .failed(let code): throw Self.failure(code)
        }
    }

    /// Asks for a password.
    /// - Parameter error: what was wrong with the last one.
    /// - Returns: nil if the user gives none.
    package mutating func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String? = nil
    ) throws(KeychainError) -> ItemSecret? {
        try require("SETDESC", text)
        try require("SETPROMPT", prompt)
        try require("SETOK", first)
        try require("SETCANCEL", refusal)
        if let error { try require("SETERROR", error) }
        switch try dialog("GETPIN") {
        case .done(let password): return password
        case .failed(let code) where Self.refusals.contains(code & 0xffff): return nil
        case .failed(let code): throw Self.failure(code)
        }
    }

    /// Asks for a password that is new, twice.
    /// - Returns: nil if the user gives none; an empty one where they leave the field empty.
    package mutating func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        let again = "The same again:"
        var error: String?
        for _ in 0..<Self.mostRepetitions {
            // Those that know it show both fields at once, or one after the other.
            _ = try helper.perform("SETREPEAT", again)
            _ = try helper.perform("SETREPEATERROR", Self.differ)
            let typed = try password(text, prompt: prompt, first: first, refusal: refusal, error: error)
            guard let typed, !helper.hasRepeated else { return typed }
            let repeated = try password(text, prompt: again, first: first, refusal: refusal)
            guard let repeated else { return nil }
            if repeated == typed { return typed }
            error = Self.differ
        }
        return nil
    }

    private static let mostRepetitions = 3
    private static let differ = "The two were not the same. Try again."

    /// Shows a text until the dialog is closed.
    package mutating func show(_ text: String, button: String) throws(KeychainError) {
        try require("SETDESC", text)
        try require("SETOK", button)
        switch try dialog("MESSAGE") {
        case .done: return
        case .failed(let code) where Self.refusals.contains(code & 0xffff): return
        case .failed(let code): throw Self.failure(code)
        }
    }

    private mutating func require(_ name: String, _ argument: String) throws(KeychainError) {
        guard case .done = try helper.perform(name, argument) else { throw .brokenHelper }
    }

    private mutating func dialog(_ name: String) throws(KeychainError) -> HelperProcess.Answer {
        try helper.perform(name, while: isWanted, until: deadline)
    }

    /// Codes of libgpg-error without their source.
    private static let notConfirmed: UInt32 = 114
    /// Of a button: cancelled, not confirmed.
    private static let presses: [UInt32] = [99, notConfirmed]
    /// Time is over, cancelled, not confirmed, and the window was closed.
    private static let refusals: [UInt32] = [62, 99, notConfirmed, 198]

    private static func failure(_ code: UInt32) -> KeychainError {
        KeychainError(
            .notAvailable, during: "asking the user with pinentry",
            hint: "pinentry could not show its dialog; is there a terminal or a display for it?",
            cause: .errno(CInt(code & 0xffff)))
    }
}
