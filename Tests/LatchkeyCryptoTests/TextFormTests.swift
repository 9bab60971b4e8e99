// Texts that differ in accents and widths, beside what Foundation makes of them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import Testing

struct TextFormTests {
    private static let characters = (UInt32(0x20)...0x2_FFFF).compactMap(Unicode.Scalar.init)

    /// The letters of all scripts, but for the syllables of Korean, which are composed by rule.
    private static let letters = characters.filter {
        let categories: [Unicode.GeneralCategory] = [
            .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter,
        ]
        return !(0xAC00...0xD7A3).contains($0.value) && categories.contains($0.properties.generalCategory)
    }

    @Test("a letter with accents folds to what Foundation folds it to")
    func diacritics() {
        for letter in Self.letters {
            let text = "a b" + String(letter)
            let expected = text.folding(options: .diacriticInsensitive, locale: nil)
            // Equal strings are canonically equivalent: Foundation does not decompose what it keeps.
            guard TextFolding.withoutDiacritics(text) != expected else { continue }
            Issue.record("U+\(String(letter.value, radix: 16)): \(expected)")
        }
    }

    @Test("a character of another width folds to what Foundation folds it to, half letters of Korean apart")
    func widths() {
        // Foundation makes conjoining letters of these, which are none of the usual width.
        for character in Self.characters where !(0xFFA0...0xFFDC).contains(character.value) {
            let text = String(character)
            let expected = text.folding(options: .widthInsensitive, locale: nil)
            guard TextFolding.withoutWidths(text) != expected else { continue }
            Issue.record("U+\(String(character.value, radix: 16)): \(expected)")
        }
        #expect(TextFolding.withoutWidths("\u{FFA1}\u{FFDC}\u{FFA0}") == "ㄱㅣ\u{3164}")
    }

    @Test("composed and decomposed text fold to the same bytes")
    func forms() {
        let composed = TextFolding.withoutDiacritics("Ünïcødé が")
        #expect(
            Array(composed.utf8) == Array(TextFolding.withoutDiacritics("U\u{308}ni\u{308}cøde\u{301} か\u{3099}").utf8))
        #expect(composed == "Unicøde が")
    }

    @Test("a mark without a letter stays")
    func loneMark() {
        #expect(TextFolding.withoutDiacritics("\u{301}é") == "\u{301}e")
    }
}
