// What the daemon says to latchkey-session is what Wire.md says.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import Testing

@Suite struct SessionWordTests {
    @Test func `a word is its kind, the length of its text, and the text`() {
        #expect(SessionWord.serving.encoded == [1, 0])
        #expect(SessionWord.refused("no").encoded == [2, 2, 0x6E, 0x6F])
        #expect(SessionWord.over.encoded == [3, 0])
        #expect(SessionWord.waiting("x").encoded == [4, 1, 0x78])
        #expect(SessionWord.busy("x").encoded == [5, 1, 0x78])
    }

    @Test func `a long text is cut`() {
        let bytes = SessionWord.waiting(String(repeating: "x", count: 1000)).encoded
        #expect(bytes.count == 257 && bytes[1] == 255)
    }
}
