// Items that synchronise, and what they leave when they go (reference 3.8, 3.9).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct SynchronizableTests {
    let keychain: Keychain
    private static let any = Value.constant(kSecAttrSynchronizableAny)

    init() throws { keychain = try Keychain() }

    /// The flags of the items that a query sees, in order.
    private func seen(_ query: Entries) -> [Value?] {
        keychain.find(generic(query).with([kSecMatchLimit: all, kSecReturnAttributes: true])).items.map { $0["sync"] }
    }

    @Test func `a search sees what its flag says, and local items without one`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(seen([:]) == [0])
        for flag in [false, 0, "0"] as [Value] { #expect(seen([kSecAttrSynchronizable: flag]) == [0]) }
        for flag in [true, 1, "1"] as [Value] { #expect(seen([kSecAttrSynchronizable: flag]) == [1]) }
        #expect(seen([kSecAttrSynchronizable: Self.any]) == [0, 1])
    }

    @Test func `either is for searches only`() {
        #expect(keychain.add(generic([kSecAttrSynchronizable: Self.any])) == errSecParam)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSynchronizable: Self.any]) == errSecParam)
        #expect(keychain.update(generic([kSecAttrSynchronizable: Self.any]), [:]) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrSynchronizable: Self.any])) == errSecSuccess)
    }

    @Test func `an update or delete without the flag leaves synchronizable items alone`() {
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        let before = keychain.attributes(generic([kSecAttrSynchronizable: true]))
        #expect(keychain.update(generic(), [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(generic()) == errSecItemNotFound)
        #expect(keychain.attributes(generic([kSecAttrSynchronizable: true])) == before)
    }

    @Test(arguments: ["aku", "cku", "dku"])
    func `an item of this device only may carry the flag`(name: String) {
        #expect(
            keychain.add(generic([kSecAttrSynchronizable: true, kSecAttrAccessible: .text(name)])) == errSecSuccess)
    }

    @Test func `a change of the flag is a change of the key`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSynchronizable: true]) == errSecSuccess)
        #expect(keychain.status(of: generic()) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        let synchronizable = generic([kSecAttrSynchronizable: true])
        #expect(keychain.update(synchronizable, [kSecAttrSynchronizable: false]) == errSecDuplicateItem)
        #expect(seen([kSecAttrSynchronizable: Self.any]) == [1, 0])
    }

    // MARK: Tombstones

    private func tombstones(_ query: Entries = [:]) -> [[String: Value]] {
        keychain.find(
            generic([
                kSecAttrTombstone: true, kSecAttrSynchronizable: Self.any, kSecMatchLimit: all,
                kSecReturnAttributes: true,
            ]).with(query)
        ).items
    }

    /// Deleting a live item: whether it synchronises, the switch, and whether a tombstone stays.
    @Test(
        arguments: [
            (false, nil, false), (false, Value.boolean(false), false), (false, .boolean(true), true),
            (true, nil, true), (true, .boolean(true), true), (true, .boolean(false), false), (true, "1", true),
            (true, 0, false),
        ] as [(Bool, Value?, Bool)])
    func `a deleted item leaves a tombstone where it synchronised or the switch says so`(
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

    /// Deleting a tombstone: the switch, and whether the tombstone stays.
    @Test(arguments: [(nil, false), (Value.boolean(false), false), (.boolean(true), true)] as [(Value?, Bool)])
    func `a deleted tombstone goes unless the switch says otherwise`(switched: Value?, stays: Bool) {
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        var query = generic([kSecAttrSynchronizable: true, kSecAttrTombstone: true])
        query[kSecUseTombstones] = switched
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(tombstones().count == (stays ? 1 : 0))
    }

    @Test func `a tombstone is invisible unless it is named`() {
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

    @Test func `an item added over a tombstone takes its reference`() {
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

    @Test func `a renamed synchronizable item leaves a tombstone of its own reference`() {
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

    @Test func `an update over a tombstone keeps the reference of the item`() {
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

    @Test func `a renamed local item leaves nothing`() {
        #expect(keychain.add(generic([kSecAttrAccount: "old"])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccount: "new"]) == errSecSuccess)
        #expect(tombstones().isEmpty)
    }

    @Test func `a tombstone flag of the caller is ignored in an add and in a change`() {
        #expect(keychain.add(generic([kSecAttrTombstone: true])) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrTombstone: true]) == errSecSuccess)
        #expect(keychain.attributes()["tomb"] == 0)
    }
}
