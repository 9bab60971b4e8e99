// What of a text from a file reaches a terminal.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        "\u{1b}[2J", "\u{9b}2J", "a\nb", "a\rb", "\u{7f}", "\u{202e}abc", "\u{2066}", "\u{2028}",
        "\u{2029}", "\u{200b}", "\0",
    ])
    func `what moves the cursor, ends the line or turns the text is left out`(text: String) {
        #expect(text.visible.unicodeScalars.count == text.unicodeScalars.count - 1)
    }

    @Test func `letters, marks and signs of every language stay`() {
        let text = "\u{c4}rger & \u{65}\u{301}, \u{65e5}\u{672c} (1)"
        #expect(text.visible == text)
    }
}
