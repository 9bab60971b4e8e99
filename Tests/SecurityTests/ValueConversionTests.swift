// What becomes of a value on its way into the keychain and back (reference 2.1).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct ValueConversionTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test func `text and data with the same bytes are the same key`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: .bytes("me")])) == errSecDuplicateItem)
        #expect(keychain.attributes(generic([kSecAttrAccount: .bytes("me")]))["acct"] == "me")
    }

    @Test func `a number and its four bytes are the same key`() {
        #expect(keychain.add(generic([kSecAttrAccount: 0x0102_0304])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: .data(Data([4, 3, 2, 1]))])) == errSecDuplicateItem)
        #expect(keychain.attributes(generic([kSecAttrAccount: .data(Data([4, 3, 2, 1]))]))["acct"] == 0x0102_0304)
    }

    @Test(arguments: [
        (Value.number(0), CFNumberType.sInt32Type), (80, .sInt32Type), (-1, .sInt32Type),
        (.number(Int64(Int32.max)), .sInt32Type), (.number(Int64(Int32.min)), .sInt32Type),
        (.number(Int64(Int32.max) + 1), .sInt64Type), (.number(.max), .sInt64Type), (.number(.min), .sInt64Type),
    ])
    func `numbers come back in 32 bits where they fit and else in 64`(value: Value, type: CFNumberType) throws {
        let answer = keychain.adding(generic([kSecAttrCreator: value, kSecReturnAttributes: true]))
        let added = try #require((answer.object as? NSDictionary)?[kSecAttrCreator] as? NSNumber)
        #expect(CFNumberGetType(added) == type)
        let found = keychain.find(generic([kSecAttrCreator: value, kSecReturnAttributes: true]))
        let number = try #require((found.object as? NSDictionary)?[kSecAttrCreator] as? NSNumber)
        #expect(CFNumberGetType(number) == type)
        #expect(found.attributes["crtr"] == value)
    }

    @Test(arguments: [
        (Value.boolean(true), Value.number(1)), (false, 0), ("80", 80), ("-5", -5), (.real(8080), 8080),
        ("http", "http"), ("080", "080"), ("+80", "+80"), (" 80", " 80"), ("80 ", "80 "), ("0x50", "0x50"),
        ("9223372036854775807", .number(.max)), ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775808", .number(.min)), ("-0", "-0"), ("\u{663}", "\u{663}"),
    ])
    func `a number takes booleans, and text that prints the same`(value: Value, expected: Value) {
        #expect(keychain.stored(value, as: kSecAttrPort, internet) == expected)
        #expect(keychain.status(of: internet([kSecAttrPort: expected])) == errSecSuccess)
    }

    @Test(arguments: [kSecAttrProtocolHTTP, kSecAttrProtocolFTP, kSecAttrProtocolHTTPSProxy, kSecAttrProtocolSMB])
    func `a protocol is text`(name: CFString) {
        #expect(keychain.stored(.constant(name), as: kSecAttrProtocol, internet) == .constant(name))
        #expect(keychain.status(of: internet([kSecAttrProtocol: 0])) == errSecItemNotFound)
    }

    @Test func `a string takes UTF-8 data and identifiers`() throws {
        let identifier = UUID()
        let keychain = try Keychain(groups: ["group", identifier.uuidString])
        #expect(keychain.add(generic([kSecAttrAccessGroup: .bytes("group")])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccessGroup: .uuid(identifier)])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group", .text(identifier.uuidString)])
        #expect(keychain.add(generic([kSecAttrSyncViewHint: .bytes("view")])) == errSecSuccess)
        #expect(keychain.attributes(generic([kSecAttrSyncViewHint: "view"]))["vwht"] == "view")
    }
}
