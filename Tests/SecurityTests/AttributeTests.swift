// Every attribute of passwords: set, given back, searched, changed (reference 2.2 to 2.4, 2.8).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AttributeTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    /// An attribute with a value that is set and another that it is changed to.
    struct Change: Sendable, CustomTestStringConvertible {
        let attribute: CFString
        let first: Value
        let second: Value
        init(_ attribute: CFString, _ first: Value, _ second: Value) {
            (self.attribute, self.first, self.second) = (attribute, first, second)
        }
        var testDescription: String { attribute as String }
    }

    private static let common = [
        Change(kSecAttrAccessGroup, "group.one", "group.two"), Change(kSecAttrLabel, "label", .bytes("other")),
        Change(kSecAttrAccessible, "ck", "aku"), Change(kSecAttrSynchronizable, 0, 1),
        Change(kSecAttrSynchronizable, 1, 0),
        Change(kSecAttrSyncViewHint, "Passwords", "WiFi"), Change(kSecAttrAccount, "me", "you"),
        Change(kSecAttrDescription, "description", .bytes("other")), Change(kSecAttrComment, "comment", ""),
        Change(kSecAttrCreator, 1_634_758_764, -1), Change(kSecAttrType, 1, .number(1 << 33)),
        Change(kSecAttrScriptCode, 0, 1), Change(kSecAttrAlias, "alias", 5), Change(kSecAttrIsInvisible, 1, 0),
        Change(kSecAttrIsNegative, 0, 1), Change(kSecAttrHasCustomIcon, 1, 0), Change("prot", .bytes("a"), "b"),
    ]
    private static let genericPassword =
        common + [
            Change(kSecAttrService, "service", .bytes("other")), Change(kSecAttrGeneric, .bytes("generic"), "other"),
        ]
    private static let internetPassword =
        common + [
            Change(kSecAttrSecurityDomain, "domain", "other"), Change(kSecAttrServer, "example.org", "example.net"),
            Change(kSecAttrProtocol, .constant(kSecAttrProtocolHTTPS), 7), Change(kSecAttrPort, 443, 8443),
            Change(kSecAttrAuthenticationType, .constant(kSecAttrAuthenticationTypeHTTPBasic), "form"),
            Change(kSecAttrPath, "/", "/other"),
        ]

    @Test(arguments: genericPassword)
    func `an attribute of a generic password can be set, found and changed`(change: Change) {
        walk(change, generic)
    }

    @Test(arguments: internetPassword)
    func `an attribute of an internet password can be set, found and changed`(change: Change) {
        walk(change, internet)
    }

    private func walk(_ change: Change, _ item: (Entries) -> Entries) {
        let code = change.attribute as String
        let added = keychain.adding(item([change.attribute: change.first, kSecReturnAttributes: true]))
        #expect(added.status == errSecSuccess)
        #expect(added.attributes[code] == change.first)
        let first = item([change.attribute: change.first])
        let second = item([change.attribute: change.second])
        #expect(keychain.attributes(first)[code] == change.first)
        #expect(keychain.status(of: second) == errSecItemNotFound)
        #expect(keychain.update(second, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(second) == errSecItemNotFound)

        #expect(keychain.update(first, [change.attribute: change.second]) == errSecSuccess)
        #expect(keychain.attributes(second)[code] == change.second)
        #expect(keychain.status(of: first) == errSecItemNotFound)
        #expect(keychain.delete(second) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test(arguments: ["acct", "svce", "gena"])
    func `an empty attribute of the key is an absent one, any other is not`(code: String) {
        #expect(keychain.add(generic([NSString(string: code): ""])) == errSecSuccess)
        #expect(keychain.add(generic()) == errSecDuplicateItem)
        #expect(keychain.status(of: generic([NSString(string: code): ""])) == errSecSuccess)
        #expect(keychain.status(of: generic([NSString(string: code): .data(Data())])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrLabel: ""])) == errSecItemNotFound)
    }

    @Test func `an item of a token that is not there is not found`() {
        #expect(keychain.add(generic([kSecAttrTokenID: "com.example.token"])) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrTokenID: ""])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrTokenID: ""])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrTokenID: "com.example.token"])) == errSecItemNotFound)
        #expect(keychain.update(generic(), [kSecAttrTokenID: "com.example.token"]) == errSecItemNotFound)
    }

    @Test func `a tombstone flag of the caller is ignored in a change`() {
        #expect(keychain.add(generic([kSecAttrTombstone: false])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrTombstone: true]) == errSecSuccess)
        #expect(keychain.attributes()["tomb"] == 0)
    }
}
