// Items that all processes add, change, read and delete at once. Nobody knows what is there, but some things always
// hold.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Label and secret change together; dates never go back; of all adds and deletes of an item, one more add than delete
/// at most succeeds.
struct SharedItems {
    private var random: SeededGenerator
    private var counts = Counts()
    private var modified: [Data: Double] = [:]
    private static let names = ["shared-a", "shared-b", "shared-c"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// How many adds less deletes of each item succeeded.
    struct Counts {
        var balance: [String: Int64] = [:]
        var total: Int64 = 0

        mutating func add(_ report: Value) {
            for name in SharedItems.names { balance[name, default: 0] += report.entries?[name]?.integer ?? 0 }
            total += report.entries?["total"]?.integer ?? 0
        }

        func requireSound(in home: String) throws {
            for name in SharedItems.names {
                let isThere = try ChildProcess(role: ["model-exists", name], home: home).wait(atMost: 60) == .exited(0)
                guard balance[name, default: 0] == (isThere ? 1 : 0) else {
                    throw Violation("\(name): adds less deletes are \(balance[name, default: 0]), there: \(isThere)")
                }
            }
        }
    }

    func report(_ session: ModelSession) -> Value {
        var entries = counts.balance.mapValues(Value.number)
        entries["total"] = .number(counts.total)
        entries["counts"] = session.counts.message
        entries["restarts"] = .number(Int64(session.restarts))
        return .map(entries)
    }

    /// Of the class that is always there, so that locks do not matter.
    private static func names(_ name: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "shared", kSecAttrAccount: name]
    }

    static func exists(_ name: String) -> Bool {
        SecItemCopyMatching(names(name) as CFDictionary, nil) == errSecSuccess
    }

    mutating func step() throws {
        let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
        let text = String(UInt64.random(in: 0..<1 << 40, using: &random))
        let content: [CFString: Any] = [kSecAttrLabel: text, kSecValueData: Data(text.utf8)]
        counts.total += 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            var item = Self.names(name).merging(content) { $1 }
            item[kSecAttrAccessible] = kSecAttrAccessibleAlwaysThisDeviceOnly
            let status = SecItemAdd(item as CFDictionary, nil)
            try require(status, or: errSecDuplicateItem)
            if status == errSecSuccess { counts.balance[name, default: 0] += 1 }
        case 2:
            let status = SecItemDelete(Self.names(name) as CFDictionary)
            try require(status, or: errSecItemNotFound)
            if status == errSecSuccess { counts.balance[name, default: 0] -= 1 }
        case 3, 4, 5:
            try require(
                SecItemUpdate(Self.names(name) as CFDictionary, content as CFDictionary), or: errSecItemNotFound)
        default: try read(name)
        }
    }

    private mutating func read(_ name: String) throws {
        var query = Self.names(name)
        query[kSecReturnData] = true
        query[kSecReturnAttributes] = true
        query[kSecReturnPersistentRef] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        try require(status, or: errSecItemNotFound)
        guard status == errSecSuccess else { return }
        guard let entries = result.flatMap({ Value($0).entries }), let label = entries["labl"]?.words,
            let date = entries["mdat"]?.seconds, let reference = entries["v_PersistentRef"]?.bytes,
            entries["v_Data"] == .data(Data(label.utf8))
        else { throw Violation("a shared item has the label of one change and the secret of another") }
        guard date >= modified[reference, default: date] else { throw Violation("a date of change went back") }
        modified[reference] = date
    }

    private func require(_ status: OSStatus, or other: OSStatus) throws {
        guard status == errSecSuccess || status == other else { throw Violation("a shared item answers \(status)") }
    }
}
