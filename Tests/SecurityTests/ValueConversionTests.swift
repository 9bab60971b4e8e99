// What becomes of a value on its way into the keychain and back (reference 2.1).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct ValueConversionTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// What an attribute holds after an add of `value`.
    private func stored(_ value: Value, as attribute: CFString, _ item: (Entries) -> Entries = generic) -> Value? {
        #expect(keychain.add(item([attribute: value])) == errSecSuccess)
        return keychain.attributes(item([attribute: value]))[attribute as String]
    }

    @Test(arguments: [kSecAttrAccount, kSecAttrLabel, kSecAttrGeneric])
    func `text, data and numbers keep their type`(attribute: CFString) throws {
        for value in ["text", "", .bytes("data"), .data(Data([0xff, 0])), 7, -7, .number(1 << 40)] as [Value] {
            let keychain = try Keychain()
            #expect(keychain.add(generic([attribute: value])) == errSecSuccess)
            #expect(keychain.attributes()[attribute as String] == value)
        }
    }

    @Test func `text and data with the same bytes are the same key`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: .bytes("me")])) == errSecDuplicateItem)
        #expect(keychain.attributes(generic([kSecAttrAccount: .bytes("me")]))["acct"] == "me")
    }

    @Test func `a server given as data comes back as data`() {
        #expect(keychain.add(internet([kSecAttrServer: .bytes("example.org")])) == errSecSuccess)
        #expect(keychain.attributes(internet([kSecAttrServer: "example.org"]))["srvr"] == .bytes("example.org"))
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
        #expect(stored(value, as: kSecAttrPort, internet) == expected)
        #expect(keychain.status(of: internet([kSecAttrPort: expected])) == errSecSuccess)
    }

    @Test(arguments: [kSecAttrProtocolHTTP, kSecAttrProtocolFTP, kSecAttrProtocolHTTPSProxy, kSecAttrProtocolSMB])
    func `a protocol is text`(name: CFString) {
        #expect(stored(.constant(name), as: kSecAttrProtocol, internet) == .constant(name))
        #expect(keychain.status(of: internet([kSecAttrProtocol: 0])) == errSecItemNotFound)
    }

    @Test(arguments: [kSecAttrIsInvisible, kSecAttrIsNegative, kSecAttrHasCustomIcon])
    func `a boolean comes back as a number`(attribute: CFString) {
        #expect(stored(true, as: attribute) == 1)
        #expect(keychain.status(of: generic([attribute: 1])) == errSecSuccess)
        #expect(keychain.status(of: generic([attribute: false])) == errSecItemNotFound)
    }

    @Test(arguments: [
        (Value.boolean(true), Value.number(1)), (false, 0), (1, 1), (0, 0), (2, 1), (-1, 1), ("1", 1), ("0", 0),
        ("7", 1),
    ])
    func `the synchronizable flag is 0 or 1`(value: Value, expected: Value) {
        #expect(stored(value, as: kSecAttrSynchronizable) == expected)
        #expect(keychain.list(kSecAttrSynchronizable) == [expected])
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

    @Test func `dates are dates and come back to the bit`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let found = keychain.attributes()
        let created = found["cdat"]?.seconds ?? .nan
        #expect(abs(created - Date().timeIntervalSinceReferenceDate) < 60)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(created)])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(created.nextUp)])) == errSecItemNotFound)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(.nan)])) == errSecItemNotFound)
    }
}
