// Random calls on a keychain and on a plain model give the same answers.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct ModelTests {
    private static let names: [String?] = [nil, "a", "b", ""]

    private struct Source {
        var random: SeededGenerator
        mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &random)]
        }
        mutating func name() -> String? { pick(ModelTests.names) }
        mutating func query() -> ModelQuery {
            ModelQuery(
                account: name(), service: pick([nil, nil, "s", "t"]), label: pick([nil, nil, nil, "x", "y"]),
                flag: pick(ModelQuery.Flag.allCases), isTombstone: pick([nil, nil, nil, true, false]))
        }
    }

    private func entries(_ query: ModelQuery) -> Entries {
        var entries = generic()
        entries[kSecAttrAccount] = query.account.map(Value.text)
        entries[kSecAttrService] = query.service.map(Value.text)
        entries[kSecAttrLabel] = query.label.map(Value.text)
        entries[kSecAttrTombstone] = query.isTombstone.map(Value.boolean)
        switch query.flag {
        case .absent: break
        case .no: entries[kSecAttrSynchronizable] = false
        case .yes: entries[kSecAttrSynchronizable] = true
        case .either: entries[kSecAttrSynchronizable] = .constant(kSecAttrSynchronizableAny)
        }
        return entries
    }

    /// What is compared of an item.
    private func facts(_ row: ModelRow) -> [Value?] {
        [
            .text(row.key.account), .text(row.key.service), row.key.isSynchronizable ? 1 : 0, row.label.map(Value.text),
            row.secret.map(Value.bytes), row.isTombstone ? 1 : 0,
        ]
    }

    private func facts(_ item: [String: Value]) -> [Value?] {
        ["acct", "svce", "sync", "labl", "v_Data", "tomb"].map { item[$0] }
    }

    /// Four runs of 500 calls.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random calls agree with the model`(seed: UInt64) throws {
        let keychain = try Keychain()
        var model = ItemModel()
        var source = Source(random: SeededGenerator(seed: seed))
        var successes: Set<String> = []
        for step in 0..<500 {
            let call = source.pick(["add", "add", "find", "find", "update", "delete"])
            let (expected, status): (OSStatus, OSStatus)
            switch call {
            case "add": (expected, status) = add(to: keychain, and: &model, from: &source)
            case "update": (expected, status) = update(keychain, and: &model, from: &source)
            case "delete": (expected, status) = delete(from: keychain, and: &model, from: &source)
            default: (expected, status) = find(in: keychain, and: model, from: &source)
            }
            if status == errSecSuccess { successes.insert(call) }
            guard expected == status else {
                Issue.record("call \(step), \(call): \(expected) expected, not \(status)")
                return
            }
            let everything = keychain.find(
                entries(ModelQuery(flag: .either)).with([
                    kSecMatchLimit: all, kSecReturnAttributes: true, kSecReturnData: true,
                ]))
            let live = model.find(ModelQuery(flag: .either), limit: .max)
            guard everything.items.map(facts) == live.map(facts) else {
                Issue.record("the items differ after call \(step), \(call)")
                return
            }
        }
        #expect(successes == ["add", "find", "update", "delete"])
    }

    private func add(
        to keychain: Keychain, and model: inout ItemModel, from source: inout Source
    ) -> (OSStatus, OSStatus) {
        let account = source.name(), service = source.pick([nil, "s", "t"])
        let flag = source.pick([nil, true, false]), label = source.pick([nil, "x", "y"])
        let secret = source.pick([nil, TestSecret("one").text, ""])
        var item = generic()
        item[kSecAttrAccount] = account.map(Value.text)
        item[kSecAttrService] = service.map(Value.text)
        item[kSecAttrSynchronizable] = flag.map(Value.boolean)
        item[kSecAttrLabel] = label.map(Value.text)
        item[kSecValueData] = secret.map(Value.bytes)
        let key = ModelKey(account: account ?? "", service: service ?? "", isSynchronizable: flag ?? false)
        return (model.add(key, label: label, secret: secret), keychain.add(item))
    }

    private func find(
        in keychain: Keychain, and model: ItemModel, from source: inout Source
    ) -> (OSStatus, OSStatus) {
        let query = source.query()
        let limit = source.pick([1, 2, 3, .max])
        let expected = model.find(query, limit: limit)
        let answer = keychain.find(
            entries(query).with([
                kSecReturnAttributes: true, kSecReturnData: true, kSecMatchLimit: .number(Int64(limit)),
            ]))
        if answer.status == errSecSuccess {
            let found = limit == 1 ? [answer.attributes] : answer.items
            #expect(found.map(facts) == expected.map(facts))
        }
        return (expected.isEmpty ? errSecItemNotFound : errSecSuccess, answer.status)
    }

    private func update(
        _ keychain: Keychain, and model: inout ItemModel, from source: inout Source
    ) -> (OSStatus, OSStatus) {
        var query = source.query()
        // What a change of a tombstone does is nobody's contract.
        query.isTombstone = source.pick([nil, false])
        let change = ModelChange(
            account: source.pick([nil, nil, "a", "b"]), service: source.pick([nil, nil, "s", "t"]),
            isSynchronizable: source.pick([nil, nil, true, false]), label: source.pick([nil, "x", "y"]),
            secret: source.pick([nil, TestSecret("two").text, ""]))
        var changes: Entries = [:]
        changes[kSecAttrAccount] = change.account.map(Value.text)
        changes[kSecAttrService] = change.service.map(Value.text)
        changes[kSecAttrSynchronizable] = change.isSynchronizable.map(Value.boolean)
        changes[kSecAttrLabel] = change.label.map(Value.text)
        changes[kSecValueData] = change.secret.map(Value.bytes)
        return (model.update(query, change), keychain.update(entries(query), changes))
    }

    private func delete(
        from keychain: Keychain, and model: inout ItemModel, from source: inout Source
    ) -> (OSStatus, OSStatus) {
        let query = source.query()
        let leaves = source.pick([nil, nil, true, false])
        var dictionary = entries(query)
        dictionary[kSecUseTombstones] = leaves.map(Value.boolean)
        return (model.delete(query, leavesTombstones: leaves), keychain.delete(dictionary))
    }
}
