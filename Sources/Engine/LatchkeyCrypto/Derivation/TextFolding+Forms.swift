// Folds accents and widths, for searches that do not look at them. Nothing that is stored depends on it.
// SPDX-License-Identifier: Apache-2.0

// Foundation's `folding` would link all of Foundation, and ICU with it, into the daemon: 50 MB and a third of its
// start.
@_spi(_Unicode) import Swift

extension TextFolding {
    /// `text` in canonical decomposition (Unicode Standard Annex 15, form D) without the marks on letters of the Latin,
    /// Greek and Cyrillic scripts. On others, as those of Japanese, a mark makes another letter; Foundation draws the
    /// same line.
    package static func withoutDiacritics(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var folded = String.UnicodeScalarView()
        var standsOnLetter = false
        for scalar in text._nfd {
            let properties = scalar.properties
            guard properties.generalCategory == .nonspacingMark else {
                standsOnLetter = scalar.value < firstOfOtherScripts && properties.isAlphabetic
                folded.append(scalar)
                continue
            }
            if !standsOnLetter { folded.append(scalar) }
        }
        return String(folded)
    }

    /// The first letter behind the blocks of Latin, Greek and Cyrillic.
    private static let firstOfOtherScripts: UInt32 = 0x0510

    /// `text` with the fullwidth and halfwidth forms of Unicode, U+FF00 to U+FFEF, as the characters that
    /// they are forms of.
    package static func withoutWidths(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { folded.append(usualWidth(of: scalar)) }
        return String(folded)
    }

    private static func usualWidth(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard let index = Int(exactly: Int(scalar.value) - 0xFF01), usualWidths.indices.contains(index) else {
            return scalar
        }
        // U+FFFD stands for a form that is not there.
        return usualWidths[index] == "\u{FFFD}" ? scalar : usualWidths[index]
    }

    /// What U+FF01 and those that follow are forms of, in their order: printable ASCII, brackets, punctuation and
    /// syllables of Japanese, letters of Korean, signs.
    private static let usualWidths = Array(
        ("!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⦅⦆。「」、・ヲ"
            + "ァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
            + "\u{3164}ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ\u{FFFD}\u{FFFD}\u{FFFD}ㅏㅐㅑㅒㅓㅔ\u{FFFD}\u{FFFD}ㅕㅖㅗㅘㅙㅚ"
            + "\u{FFFD}\u{FFFD}ㅛㅜㅝㅞㅟㅠ\u{FFFD}\u{FFFD}ㅡㅢㅣ\u{FFFD}\u{FFFD}\u{FFFD}¢£¬\u{FFFD}¦¥₩\u{FFFD}│←↑→↓■○")
            .unicodeScalars)
}
