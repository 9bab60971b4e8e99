// Items that synchronise (reference 3.8, 3.2.2).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct SynchronizableRules {
    let keychain: Keychain
    private static let any = Value.constant(kSecAttrSynchronizableAny)

    init() throws { keychain = try Keychain() }

    /// The flags of the items that a query sees, in order.
    private func seen(_ query: Entries) -> [Value?] {
        keychain.find(generic(query).with([kSecMatchLimit: all, kSecReturnAttributes: true])).items.map { $0["sync"] }
    }

    @Test func `3.2.2 a search sees what its flag says, and local items without one`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(seen([:]) == [0])
        for flag in [false, 0, "0"] as [Value] { #expect(seen([kSecAttrSynchronizable: flag]) == [0]) }
        for flag in [true, 1, "1"] as [Value] { #expect(seen([kSecAttrSynchronizable: flag]) == [1]) }
        #expect(seen([kSecAttrSynchronizable: Self.any]) == [0, 1])
    }

    @Test func `3.2.2 a reference finds synchronizable items`() throws {
        let data = try keychain.newReference(of: generic([kSecAttrSynchronizable: true]))
        #expect(keychain.attributes([kSecValuePersistentRef: .data(data)])["sync"] == 1)
    }

    @Test(arguments: [
        (Value.boolean(true), Value.number(1)), (false, 0), (1, 1), (0, 0), (2, 1), (-1, 1), ("1", 1), ("0", 0),
        ("7", 1),
    ])
    func `3.8.1 the synchronizable flag is 0 or 1`(value: Value, expected: Value) {
        #expect(keychain.stored(value, as: kSecAttrSynchronizable) == expected)
        #expect(keychain.list(kSecAttrSynchronizable) == [expected])
    }

    @Test func `3.8.1 either is for searches only`() {
        #expect(keychain.add(generic([kSecAttrSynchronizable: Self.any])) == errSecParam)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSynchronizable: Self.any]) == errSecParam)
        #expect(keychain.update(generic([kSecAttrSynchronizable: Self.any]), [:]) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrSynchronizable: Self.any])) == errSecSuccess)
    }

    @Test func `3.8.6 an update or delete without the flag leaves synchronizable items alone`() {
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        let before = keychain.attributes(generic([kSecAttrSynchronizable: true]))
        #expect(keychain.update(generic(), [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(generic()) == errSecItemNotFound)
        #expect(keychain.attributes(generic([kSecAttrSynchronizable: true])) == before)
    }

    @Test(arguments: ["aku", "cku", "dku"])
    func `3.8.4 an item of this device only may carry the flag`(name: String) {
        #expect(
            keychain.add(generic([kSecAttrSynchronizable: true, kSecAttrAccessible: .text(name)])) == errSecSuccess)
    }

    @Test func `3.5.12 a change of the flag is a change of the key`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSynchronizable: true]) == errSecSuccess)
        #expect(keychain.status(of: generic()) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        let synchronizable = generic([kSecAttrSynchronizable: true])
        #expect(keychain.update(synchronizable, [kSecAttrSynchronizable: false]) == errSecDuplicateItem)
        #expect(seen([kSecAttrSynchronizable: Self.any]) == [1, 0])
    }

    @Test func `3.8.2 a local and a synchronizable item of the same name coexist`() {
        let item = generic([kSecAttrAccount: "me", kSecAttrService: "there"])
        let synchronizable = item.with([kSecAttrSynchronizable: true])
        #expect(keychain.add(item.with([kSecValueData: .secret("local")])) == errSecSuccess)
        #expect(keychain.add(synchronizable.with([kSecValueData: .secret("synchronizable")])) == errSecSuccess)
        #expect(keychain.add(item) == errSecDuplicateItem)
        #expect(keychain.add(synchronizable) == errSecDuplicateItem)
        #expect(keychain.secret(item) == .secret("local"))
        #expect(keychain.secret(synchronizable) == .secret("synchronizable"))
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.secret(synchronizable) == .secret("synchronizable"))
    }

    @Test func `3.8.3 an item is local unless it says otherwise, and a search sees local items only`() {
        #expect(keychain.adding(generic([kSecReturnAttributes: true])).attributes["sync"] == 0)
        #expect(keychain.add(internet([kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(keychain.status(of: generic()) == errSecSuccess)
        #expect(keychain.status(of: internet()) == errSecItemNotFound)
        #expect(keychain.find(internet([kSecMatchLimit: all])).status == errSecItemNotFound)
    }
}
