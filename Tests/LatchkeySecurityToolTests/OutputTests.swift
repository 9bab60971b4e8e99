// What the tool prints: the buffer rule, dates, listings, settings.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct OutputTests {
    @Test(arguments: [
        ("", ""), ("site", "\"site\""), (" ~", "\" ~\""), ("a\"b", "\"a\"b\""),
        ("a\nb", "0x610A62  \"a\\012b\""), ("a\\b", "0x615C62  \"a\\134b\""), ("\\", "0x5C "), ("\u{e9}", "0xC3A9 "),
        ("caf\u{e9}", "0x636166C3A9  \"caf\\303\\251\""),
    ]) func `printable bytes stand in quotes, others in hexadecimal as well`(bytes: String, printed: String) {
        #expect(BufferRule.text(of: Array(bytes.utf8)) == Array(printed.utf8))
        let secret = BufferRule.text(of: word(bytes).bytes)
        #expect(secret.declassified(because: "it is test data") == Array(printed.utf8))
    }

    @Test(arguments: [("", ""), ("a b", "a b"), ("a\\b", "a\\b"), ("a\nb", "610a62"), ("\u{e9}", "c3a9")])
    func `a password alone is printed raw or in lower-case hexadecimal`(bytes: String, printed: String) {
        let plain = BufferRule.plainText(of: word(bytes).bytes)
        #expect(plain.declassified(because: "it is test data") == Array(printed.utf8))
    }

    @Test(arguments: [
        (0.0, "20010101000000Z"), (-1, "20001231235959Z"), (700_000_000.9, "20230308202640Z"),
        (.infinity, "99991231235959Z"),
    ]) func `a date has no separators`(seconds: Double, printed: String) {
        #expect(DateText.compact(seconds) == printed)
    }

    @Test func `a listing has the tags of macOS in the order of macOS, and an empty value is not an absent one`() throws
    {
        let identifier = try #require(RowIdentifier(Array(repeating: 1, count: 16)))
        let item = ReturnedItem(
            Item(
                reference: PersistentReference(itemClass: .internetPassword, identifier: identifier),
                attributes: [
                    .label: .string("l"), .account: .string("bob"), .port: .number(443), .protocolType: .string("htps"),
                    .creator: .number(0x6161_706c), .path: .string(""), .creationDate: .date(0),
                ],
                accessControl: AccessControl(protection: .ak, flags: nil)))
        let printed = String(decoding: ItemListing.text(of: item, inKeychainAt: "/k"), as: UTF8.self)
        #expect(
            printed == """
                keychain: "/k"
                version: 512
                class: "inet"
                attributes:
                    0x00000007 <blob>="l"
                    0x00000008 <blob>=<NULL>
                    "acct"<blob>="bob"
                    "atyp"<blob>=<NULL>
                    "cdat"<timedate>=0x32303031303130313030303030305A00  "20010101000000Z\\000"
                    "crtr"<uint32>="aapl"
                    "cusi"<sint32>=<NULL>
                    "desc"<blob>=<NULL>
                    "icmt"<blob>=<NULL>
                    "invi"<sint32>=<NULL>
                    "mdat"<timedate>=<NULL>
                    "nega"<sint32>=<NULL>
                    "path"<blob>=
                    "port"<uint32>=0x000001BB\u{20}
                    "prot"<blob>=<NULL>
                    "ptcl"<uint32>="htps"
                    "scrp"<sint32>=<NULL>
                    "sdmn"<blob>=<NULL>
                    "srvr"<blob>=<NULL>
                    "type"<uint32>=<NULL>

                """)
    }

    @Test(
        arguments: [
            (ItemClass.certificate, nil, "0x80001000 "),
            (.key, 0, "0x0000000F "),
            (.key, 1, "0x00000010 "), (.key, 2, "0x00000011 "),
        ] as [(ItemClass, Int64?, String)])
    func `certificates and kinds of keys are numbers`(itemClass: ItemClass, kind: Int64?, printed: String) throws {
        var attributes: AttributeValues = [.label: .string("l")]
        attributes[.keyClass] = kind.map(AttributeValue.number)
        let item = ReturnedItem(
            Item(
                reference: PersistentReference(itemClass: itemClass, identifier: .random()), attributes: attributes,
                accessControl: AccessControl(protection: .ak, flags: nil)))
        let lines = String(decoding: ItemListing.text(of: item, inKeychainAt: "/k"), as: UTF8.self).split(
            separator: "\n")
        #expect(lines[2] == "class: \(printed)")
        #expect(lines.contains(itemClass == .key ? "    0x00000001 <blob>=\"l\"" : "    \"labl\"<blob>=\"l\""))
        #expect(lines.count == 4 + (itemClass == .key ? 27 : 9))
    }

    @Test func `a key says its class as macOS does, and a date that it has not is zero`() throws {
        let identifier = try #require(RowIdentifier(Array(repeating: 1, count: 16)))
        let item = ReturnedItem(
            Item(
                reference: PersistentReference(itemClass: .key, identifier: identifier),
                attributes: [.keyClass: .number(2), .startDate: .date(0), .endDate: .date(1)],
                accessControl: AccessControl(protection: .ak, flags: nil)))
        let printed = String(decoding: ItemListing.text(of: item, inKeychainAt: "/k"), as: UTF8.self)
        #expect(printed.contains("    0x00000000 <uint32>=0x00000011 \n"))
        #expect(printed.contains("    0x0000000C <blob>=0x0000000000000000 \n"))
        #expect(printed.contains("\"20010101000001Z\\000\"\n"))
    }

    @Test func `settings are one line`() {
        #expect(LockCommands.line(for: LockSettings(), of: "k") == "Keychain \"k\" no-timeout")
        #expect(
            LockCommands.line(for: LockSettings(locksOnSleep: true, idleTimeout: 300), of: "k")
                == "Keychain \"k\" lock-on-sleep timeout=300s")
        #expect(
            LockCommands.line(
                for: LockSettings(locksOnSleep: true, idleTimeout: 300, usesLockInterval: true), of: "k")
                == "Keychain \"k\" lock-on-sleep use-lock-interval timeout=300s")
        #expect(LockCommands.line(for: LockSettings(usesLockInterval: true), of: "k") == "Keychain \"k\" no-timeout")
    }

    @Test func `a result code is shown in hexadecimal, in decimal and in words`() {
        #expect(ErrorCommand.line(for: -25300).hasPrefix("Error: 0xFFFF9D2C -25300 "))
        #expect(ErrorCommand.line(for: 0).hasPrefix("Error: 0x00000000 0 "))
        #expect(ErrorCommand.code(from: "0xFFFF9D2C") == -25300)
        #expect(ErrorCommand.code(from: "-25300") == -25300)
        #expect(ErrorCommand.code(from: "x") == nil)
    }
}
