// One option of a command, as the table of commands describes it.
// SPDX-License-Identifier: Apache-2.0

/// An option of one letter. Usage text, completion and parser are made from it.
package struct CommandOption: Hashable, Sendable {
    package let letter: Character
    /// What the value is called in the usage, or nil for a flag.
    package let value: String?
    /// What the option does, in a few words.
    package let summary: String
    package let traits: Traits

    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The value is a password: it is taken out of the process list and never echoed.
        package static let secret = Traits(rawValue: 1 << 0)
        /// As the very last word it needs no value: the tool then asks for the password.
        package static let asksAsLastWord = Traits(rawValue: 1 << 1)
        /// Understood, but left out of the usage.
        package static let hidden = Traits(rawValue: 1 << 2)
        /// The usage names it without brackets.
        package static let required = Traits(rawValue: 1 << 3)
        /// The value is the path of a file, for completion.
        package static let file = Traits(rawValue: 1 << 4)
        /// The value is two words: a name and what it stands for.
        package static let pair = Traits(rawValue: 1 << 5)
        /// The value is a list of `attr=value` that may hold a secret (``RawAssignment``).
        package static let assignments = Traits(rawValue: 1 << 6)
    }

    /// A flag.
    package init(_ letter: Character, _ summary: String, _ traits: Traits = []) {
        self.letter = letter
        value = nil
        self.summary = summary
        self.traits = traits
    }

    /// An option with a value.
    package init(_ letter: Character, _ value: String, _ summary: String, _ traits: Traits = []) {
        self.letter = letter
        self.value = value
        self.summary = summary
        self.traits = traits
    }
}
