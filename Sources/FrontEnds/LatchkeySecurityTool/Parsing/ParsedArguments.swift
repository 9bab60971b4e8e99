// The words of a command, read.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// Options and operands of one call of a command. Every value stays in wiped memory until a command reads it as text.
/// Few are given, so that walking along them is faster than what a dictionary costs a process that has none yet.
package struct ParsedArguments: Sendable {
    /// In the order in which they were given.
    package private(set) var flags: [Character] = []
    private var values: [(letter: Character, value: ItemSecret)] = []
    package var operands: [ItemSecret] = []
    /// The option that stood as the last word without its value.
    package var asking: Character?
    /// Where the words hold passwords: the index of the word, and the first byte of the password in it.
    package private(set) var secretPlaces: [SecretPlace] = []

    package struct SecretPlace: Hashable, Sendable {
        package let word: Int
        package let offset: Int
    }

    package init() {}

    package mutating func insert(flag letter: Character) { if !has(letter) { flags.append(letter) } }

    package mutating func insert(_ value: ItemSecret, for option: CommandOption, word: Int, offset: Int) {
        values.append((option.letter, value))
        if option.traits.contains(.secret) { secretPlaces.append(SecretPlace(word: word, offset: offset)) }
        if option.traits.contains(.assignments) { hideSecret(in: value, at: word, from: offset) }
    }

    /// Marks what follows `v_Data=` in a list of `attr=value` as secret, up to the end of the word.
    package mutating func hideSecret(in value: ItemSecret, at word: Int, from offset: Int = 0) {
        guard let place = RawAssignment.placeOfSecret(in: value) else { return }
        secretPlaces.append(SecretPlace(word: word, offset: offset + place))
    }

    package func has(_ flag: Character) -> Bool { flags.contains(flag) }

    /// The value that was given last, as getopt's callers have it.
    package func last(_ letter: Character) -> ItemSecret? { values.last { $0.letter == letter }?.value }

    /// Every value that was given, or nil if there is none.
    package func all(_ letter: Character) -> [ItemSecret]? {
        let own = values.filter { $0.letter == letter }
        return own.isEmpty ? nil : own.map(\.value)
    }

    /// The two words of each time that an option with a name and a value was given.
    package func pairs(_ letter: Character) -> [(name: ItemSecret, value: ItemSecret)] {
        let words = all(letter) ?? []
        return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
    }

    /// The last value as text, for paths and names.
    package func text(_ letter: Character) -> String? { last(letter)?.publicText }

    package var operandTexts: [String] { operands.map(\.publicText) }
}
