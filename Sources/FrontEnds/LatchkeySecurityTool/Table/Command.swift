// One row of the table of commands.
// SPDX-License-Identifier: Apache-2.0

/// A command of the tool: what it is called, what it takes, what it does.
package struct Command: Sendable {
    package typealias Action = @Sendable (ParsedArguments, ToolContext) throws(CommandFailure) -> Void

    package let name: String
    package let options: [CommandOption]
    /// What follows the options in the synopsis, such as `[keychain...]`.
    package let operands: String
    package let operandPlace: CommandOperands
    /// False if a word that begins with a hyphen is an operand, such as a negative number.
    package let readsOptions: Bool
    /// One sentence.
    package let summary: String
    package let availability: Availability
    /// Nil for a command of macOS that this version does not have. It keeps its place, because the first command that
    /// begins with an abbreviation is meant.
    package let action: Action?

    package enum Availability: Hashable, Sendable {
        case shown
        /// Works, but is left out of help and completion.
        case hidden
        case missing
    }

    package init(
        _ name: String, _ options: [CommandOption] = [], operands: String = "",
        operandPlace: CommandOperands = .following, _ summary: String, readsOptions: Bool = true,
        isHidden: Bool = false, action: @escaping Action
    ) {
        self.name = name
        self.options = options
        self.operands = operands
        self.operandPlace = operandPlace
        self.readsOptions = readsOptions
        self.summary = summary
        availability = isHidden ? .hidden : .shown
        self.action = action
    }

    /// A command of macOS that is not here: its name is known, so that the error can say so.
    package init(missing name: String) {
        self.name = name
        options = []
        operands = ""
        operandPlace = .following
        readsOptions = false
        summary = "Not available in this version."
        availability = .missing
        action = nil
    }
}
