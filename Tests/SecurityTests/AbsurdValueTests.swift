// Values that no program should pass: each is refused, and nothing is stored.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AbsurdValueTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private static let noAttribute: [Value] = [
        .null, .list([]), .list(["a"]), .map([:]), .map(["a": 1]), .swiftEnum, .nested(10_000), .real(.nan),
        .real(.infinity), .real(-.infinity), .real(0.5), .real(1e300), .unsigned(.max),
    ]

    /// An attribute of each kind (reference 2.1), with the types it does not take.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let attribute: CFString
        let values: [Value]
        var testDescription: String { attribute as String }
    }

    private static let refusals: [Refusal] = [
        // Blob: text, data and numbers only.
        Refusal(attribute: kSecAttrAccount, values: noAttribute + [true, .date(0), .uuid(UUID())]),
        Refusal(attribute: kSecAttrLabel, values: noAttribute + [false, .date(0), .uuid(UUID())]),
        Refusal(attribute: kSecAttrGeneric, values: noAttribute + [true, .date(0), .uuid(UUID())]),
        // Number: numbers, booleans and text.
        Refusal(
            attribute: kSecAttrCreator, values: noAttribute + [.data(Data([0, 0, 0, 1])), .date(0), .uuid(UUID())]),
        Refusal(attribute: kSecAttrIsInvisible, values: noAttribute + [.data(Data([1])), .date(0), .uuid(UUID())]),
        // String: text, UTF-8 data and UUIDs.
        Refusal(
            attribute: kSecAttrSyncViewHint, values: noAttribute + [1, true, .date(0), .data(Data([0xff, 0xfe]))]),
        Refusal(
            attribute: kSecAttrAccessGroup, values: noAttribute + [1, true, .date(0), .data(Data([0xc0, 0x80]))]),
        // Flag: booleans, numbers and numeric text.
        Refusal(
            attribute: kSecAttrSynchronizable,
            values: noAttribute + ["", "yes", "true", "1.0", .data(Data([1])), .date(0), .uuid(UUID())]),
        // Protection class: its own texts.
        Refusal(attribute: kSecAttrAccessible, values: noAttribute + [6, true, .bytes("ak"), .date(0), "f"]),
    ]

    @Test(arguments: refusals)
    func `an attribute of a type that its kind does not take is refused in every call`(refusal: Refusal) {
        for value in refusal.values {
            for call in Call.allCases {
                #expect(
                    call.status(generic([refusal.attribute: value]), in: keychain) == errSecParam, "\(value) in \(call)"
                )
            }
        }
        #expect(keychain.count == 0)
        #expect(keychain.add(generic()) == errSecSuccess)
        let before = keychain.attributes()
        for value in refusal.values {
            #expect(keychain.update(generic(), [refusal.attribute: value]) == errSecParam, "\(value)")
        }
        #expect(keychain.attributes() == before)
    }

    @Test(arguments: noAttribute.filter { $0 != .null } + [1, "2001-01-01", .bytes("x")])
    func `a date is a date only`(value: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: value])) == errSecParam)
        #expect(keychain.status(of: generic([kSecAttrModificationDate: value])) == errSecParam)
    }

    @Test(arguments: [Value.data(Data(count: 15)), .data(Data(count: 17)), "0123456789abcdef", 1, .list([])])
    func `an identifier of a user has 0 or 16 bytes`(value: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrMultiUser: value])) == errSecParam)
        #expect(keychain.status(of: generic([kSecAttrMultiUser: .data(Data())])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrMultiUser: .null])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrMultiUser: .uuid(UUID())])) == errSecItemNotFound)
    }

    @Test(arguments: [Value.data(Data(count: 19)), .data(Data(count: 21)), "x", 1])
    func `an item digest has 20 bytes`(value: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrSHA1: value])) == errSecParam)
        #expect(keychain.status(of: generic([kSecAttrSHA1: .data(Data(count: 20))])) == errSecItemNotFound)
    }

    @Test(arguments: [.null, .nested(10_000), .swiftEnum, .map([:]), 20, .data(Data()), "genp"] as [Value])
    func `a persistent reference is data of a known form only`(value: Value) {
        for call in [Call.copy, .update, .delete, .add] {
            #expect(call.status(generic([kSecValuePersistentRef: value]), in: keychain) == errSecParam)
        }
        #expect(keychain.count == 0)
    }

    @Test func `text with a NUL is a text of its own`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me\0you"])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["me\0you", "me"])
        #expect(keychain.attributes(generic([kSecAttrAccount: "me\0you"]))["acct"] == "me\0you")
        #expect(keychain.status(of: generic([kSecAttrAccount: "me\0"])) == errSecItemNotFound)
    }

    @Test(arguments: [[0xd800], [0x61, 0xdc00, 0x62], [0xdc00, 0xd800]] as [[UInt16]])
    func `text that is no Unicode is stored as Foundation reads it`(units: [UInt16]) {
        let text = Value.units(units)
        #expect(keychain.add(generic([kSecAttrAccount: text])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: text])) == errSecDuplicateItem)
        #expect(keychain.attributes(generic([kSecAttrAccount: text]))["acct"] == Value(text.object as AnyObject))
    }

    @Test func `a key that is no Unicode is refused`() {
        let key = unsafe NSString(characters: [0xd800, 0x61], length: 2)
        #expect(keychain.add(generic([key: "value"])) == errSecParam)
        #expect(keychain.count == 0)
    }

    @Test func `a key of a million characters is refused`() {
        #expect(keychain.add(generic([NSString(string: String(repeating: "k", count: 1_000_000)): 1])) == errSecParam)
    }

    @Test func `an attribute of a million characters is stored`() {
        let long = Value.text(String(repeating: "\u{1f511}", count: 1_000_000))
        #expect(keychain.add(generic([kSecAttrAccount: long])) == errSecSuccess)
        #expect(keychain.attributes(generic([kSecAttrAccount: long]))["acct"] == long)
    }

    @Test func `a dictionary class of the program's own works`() {
        final class Computed: NSDictionary {
            override var count: Int { 2 }
            override func object(forKey key: Any) -> Any? {
                switch key as? String {
                case "class": kSecClassGenericPassword
                case "acct": "computed"
                default: nil
                }
            }
            override func keyEnumerator() -> NSEnumerator { NSArray(array: ["class", "acct"]).objectEnumerator() }
        }
        #expect(unsafe ItemCalls(client: keychain.client).add(Computed(), nil) == errSecSuccess)
        #expect(keychain.attributes()["acct"] == "computed")
    }
}
