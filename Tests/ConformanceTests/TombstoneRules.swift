// What synchronizable items leave when they go (reference 3.9, 3.2.3).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct TombstoneRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func tombstones(_ query: Entries = [:]) -> [[String: Value]] {
        keychain.find(
            generic([
                kSecAttrTombstone: true, kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny),
                kSecMatchLimit: all,
                kSecReturnAttributes: true,
            ]).with(query)
        ).items
    }

    @Test func `3.2.3 a tombstone is invisible unless it is named`() {
        let item = generic([kSecAttrSynchronizable: true])
        #expect(keychain.add(item.with([kSecValueData: .secret("secret")])) == errSecSuccess)
        let reference = keychain.reference(item) ?? .null
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(keychain.status(of: item.with([kSecAttrTombstone: false])) == errSecItemNotFound)
        #expect(keychain.status(of: [kSecValuePersistentRef: reference]) == errSecItemNotFound)
        #expect(keychain.update(item, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(item) == errSecItemNotFound)
        let answer = keychain.find(item.with([kSecAttrTombstone: true, kSecReturnData: true]))
        #expect(answer.status == errSecSuccess)
        #expect(answer.object == nil)
    }

    /// Deleting a tombstone: the switch, and whether the tombstone stays.
    @Test(arguments: [(nil, false), (Value.boolean(false), false), (.boolean(true), true)] as [(Value?, Bool)])
    func `3.9.2 a deleted tombstone goes unless the switch says otherwise`(switched: Value?, stays: Bool) {
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        var query = generic([kSecAttrSynchronizable: true, kSecAttrTombstone: true])
        query[kSecUseTombstones] = switched
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(tombstones().count == (stays ? 1 : 0))
    }

    /// Deleting a live item: whether it synchronises, the switch, and whether a tombstone stays.
    @Test(
        arguments: [
            (false, nil, false), (false, Value.boolean(false), false), (false, .boolean(true), true),
            (true, nil, true), (true, .boolean(true), true), (true, .boolean(false), false), (true, "1", true),
            (true, 0, false),
        ] as [(Bool, Value?, Bool)])
    func `3.9.3 a deleted item leaves a tombstone where it synchronised or the switch says so`(
        isSynchronizable: Bool, switched: Value?, leaves: Bool
    ) {
        let item = generic([kSecAttrAccount: "me", kSecAttrSynchronizable: .boolean(isSynchronizable)])
        #expect(keychain.add(item.with([kSecValueData: .secret("secret"), kSecAttrLabel: "label"])) == errSecSuccess)
        let before = keychain.attributes(item)
        var query = item
        query[kSecUseTombstones] = switched
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        let left = tombstones()
        #expect(left.count == (leaves ? 1 : 0))
        guard let tombstone = left.first else { return }
        #expect(tombstone["tomb"] == 1)
        #expect(tombstone["acct"] == "me")
        #expect(tombstone["cdat"] == before["cdat"])
        #expect(tombstone["labl"] == nil)
        #expect(tombstone["mdat"]?.seconds ?? .nan > before["mdat"]?.seconds ?? .nan)
    }

    @Test func `3.9.1 an item that is added as a tombstone is one`() {
        let item = generic([kSecAttrAccount: "me", kSecAttrLabel: "label"])
        let tombstone = item.with([kSecAttrTombstone: true])
        #expect(keychain.add(tombstone.with([kSecValueData: .secret("buried")])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me"])) == errSecItemNotFound)
        let query = generic([kSecAttrAccount: "me", kSecAttrTombstone: true])
        let found = keychain.find(query.with([kSecReturnAttributes: true, kSecReturnData: true])).attributes
        #expect(found["tomb"] == 1)
        #expect(found["acct"] == "me")
        #expect(found["labl"] == nil && found["v_Data"] == nil)
        #expect(keychain.add(item) == errSecSuccess)
        #expect(tombstones().isEmpty)
        #expect(keychain.add(tombstone) == errSecDuplicateItem)
        #expect(keychain.attributes(item)["labl"] == "label")
    }

    @Test func `3.9.4 an item added over a tombstone takes its reference`() {
        let item = generic([kSecAttrSynchronizable: true, kSecAttrAccount: "me"])
        #expect(keychain.add(item.with([kSecAttrLabel: "old"])) == errSecSuccess)
        let reference = keychain.reference(item)
        #expect(keychain.delete(item) == errSecSuccess)
        let buried = tombstones().first?["mdat"]
        #expect(keychain.add(item.with([kSecValueData: .secret("new")])) == errSecSuccess)
        #expect(keychain.reference(item) == reference)
        #expect(keychain.secret(item) == .secret("new"))
        #expect(keychain.attributes(item)["labl"] == nil)
        #expect(keychain.attributes(item)["tomb"] == 0)
        #expect(tombstones().isEmpty)
        let modified = keychain.attributes(item)["mdat"]?.seconds ?? .nan
        #expect(modified - (buried?.seconds ?? .nan) >= 0.000_999)
    }

    @Test func `3.5.7 an update over a tombstone keeps the reference of the item`() {
        let old = generic([kSecAttrSynchronizable: true, kSecAttrAccount: "buried"])
        #expect(keychain.add(old) == errSecSuccess)
        #expect(keychain.delete(old) == errSecSuccess)
        let item = generic([kSecAttrSynchronizable: true, kSecAttrAccount: "live"])
        #expect(keychain.add(item.with([kSecValueData: .secret("secret")])) == errSecSuccess)
        let reference = keychain.reference(item)
        #expect(keychain.update(item, [kSecAttrAccount: "buried"]) == errSecSuccess)
        #expect(keychain.reference(old) == reference)
        #expect(keychain.secret(old) == .secret("secret"))
        #expect(tombstones().map { $0["acct"] } == ["live"])
    }

    @Test func `3.5.9 a renamed synchronizable item leaves a tombstone of its own reference`() {
        let old = generic([kSecAttrSynchronizable: true, kSecAttrAccount: "old"])
        #expect(keychain.add(old) == errSecSuccess)
        let reference = keychain.reference(old)
        #expect(keychain.update(old, [kSecAttrAccount: "new"]) == errSecSuccess)
        #expect(tombstones().map { $0["acct"] } == ["old"])
        let buried = keychain.reference(old.with([kSecAttrTombstone: true]))
        #expect(buried != nil && buried != reference)
        #expect(keychain.reference(old.with([kSecAttrAccount: "new"])) == reference)
        #expect(keychain.update(old.with([kSecAttrAccount: "new"]), [kSecAttrLabel: "label"]) == errSecSuccess)
        #expect(tombstones().count == 1)
    }

    @Test func `3.5.9 a renamed local item leaves nothing`() {
        #expect(keychain.add(generic([kSecAttrAccount: "old"])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccount: "new"]) == errSecSuccess)
        #expect(tombstones().isEmpty)
    }

    @Test func `3.9.1 a tombstone keeps the primary key and the dates, and nothing that describes the item`() throws {
        let key: Entries = [
            kSecAttrAccount: "me", kSecAttrService: "there", kSecAttrSynchronizable: true, kSecAttrSyncViewHint: "view",
        ]
        let description: Entries = [
            kSecAttrLabel: "label", kSecAttrComment: "comment", kSecAttrDescription: "kind", kSecAttrCreator: 1,
            kSecAttrGeneric: .bytes("generic"), kSecAttrIsInvisible: 1, kSecValueData: .secret("secret"),
        ]
        #expect(keychain.add(generic(key).with(description)) == errSecSuccess)
        let before = keychain.attributes(generic(key))
        let reference = keychain.reference(generic(key))
        #expect(keychain.delete(generic(key)) == errSecSuccess)
        let query = generic(key).with([kSecAttrTombstone: true])
        let left = keychain.attributes(query)
        for code in ["acct", "svce", "agrp", "vwht", "sync", "pdmn", "cdat", "musr"] {
            #expect(before[code] != nil && left[code] == before[code], "\(code)")
        }
        #expect(left["tomb"] == 1)
        for attribute in description.keys { #expect(left[attribute as String] == nil, "\(attribute)") }
        #expect(left["mdat"]?.seconds ?? .nan > before["mdat"]?.seconds ?? .nan)
        #expect(keychain.reference(query) == reference)
        let answer = keychain.find(query.with([kSecReturnData: true]))
        #expect(answer.status == errSecSuccess && answer.object == nil)
    }
}
