// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyModel
import Testing

@Suite("Property lists before they are parsed")
struct PropertyListTextTests {
    private static func nested(_ count: Int, _ within: String = "") -> String {
        "<plist version=\"1.0\">" + String(repeating: "<array>", count: count) + within
            + String(repeating: "</array>", count: count) + "</plist>"
    }

    @Test("a list as editors write it is read", arguments: ["", "<!-- a < b, a = b -->"], ["", "\u{feff}", "\n  "])
    func readsLists(comment: String, lead: String) throws {
        let text =
            lead + """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict>\(comment)<key>a</key><array/><key>b=</key><array><string>x="y"</string></array></dict></plist>
                """
        let list = try #require(PropertyListText(Array(text.utf8)))
        #expect(list.decoded(as: [String: [String]].self) == ["a": [], "b=": ["x=\"y\""]])
        #expect(list.decoded(as: [String].self) == nil)
    }

    @Test("any number of containers beside one another is read, and no deep nesting")
    func countsNesting() {
        let wide = "<plist version=\"1.0\"><array>" + String(repeating: "<dict></dict><array/>", count: 5000)
        #expect(PropertyListText(Array((wide + "</array></plist>").utf8)) != nil)
        #expect(PropertyListText(Array(Self.nested(PropertyListText.deepestNesting).utf8)) != nil)
        #expect(PropertyListText(Array(Self.nested(PropertyListText.deepestNesting + 1).utf8)) == nil)
    }

    @Test(
        "an end that the parser might not see is no end",
        arguments: [
            "<!-- --><array>", "<![CDATA[</array>]]><array>", "<key a=\"</array>\"/>", "<key a=\">\" b=\"</array>\"/>",
            "<key <!-- </array>", "<?x></array>?><array>", "<!-- --><array/<>", "<? </array> ?><array>",
        ])
    func mistrustsEnds(part: String) {
        let text = "<plist>" + String(repeating: part + "</array>", count: 300) + "</plist>"
        #expect(PropertyListText(Array(text.utf8)) == nil)
    }

    @Test("a binary list is read where it is part of the program")
    func readsOwnBinaryLists() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let bytes = try [UInt8](encoder.encode(["a": "b"]))
        #expect(PropertyListText(bytes) == nil)
        let own = try #require(PropertyListText(bytes, isOwn: true))
        #expect(own.decoded(as: [String: String].self) == ["a": "b"])
    }

    @Test("what is no text, or no list, is refused")
    func refusesOthers() {
        // FoundationEssentials ends the process at this one.
        let number = Array("<plist><dict><key>version</key><integer> ".utf8) + [0xfb, 0xf7, 0xbe]
        #expect(PropertyListText(number + Array("</integer></dict></plist>".utf8)) == nil)
        for text in [
            "", "bplist00", "{ a = b; }", "<plist>\0</plist>", "<plist><plist></plist></plist>", "<plist>a < b</plist>",
        ] {
            #expect(PropertyListText(Array(text.utf8)) == nil)
        }
    }

    @Test("a text without any end takes no longer than its length")
    func isLinear() {
        #expect(PropertyListText(Array("<plist".utf8) + [UInt8](repeating: UInt8(ascii: "<"), count: 1 << 20)) == nil)
    }
}
