// A keychain of its own for each test, with the four calls in the shape that tests read best.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import Security
import TestSupport

/// A dictionary of a call.
typealias Entries = [CFString: Value]

/// A generic password with these entries, or a query for such.
func generic(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassGenericPassword)]) }

/// An internet password with these entries, or a query for such.
func internet(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassInternetPassword)]) }

let all: Value = .constant(kSecMatchLimitAll)

/// The four calls on a fresh keychain.
struct Keychain {
    let home: TemporaryHome
    private let calls: ItemCalls

    var client: KeychainClient { home.client }

    init(groups: [String] = ["TEAM123456.test"]) throws {
        home = try TemporaryHome(groups: groups)
        calls = ItemCalls(client: home.client)
    }

    private init(home: TemporaryHome, groups: [String]) {
        self.home = home
        calls = ItemCalls(client: home.anotherClient(groups: groups))
    }

    /// The same keychain for a program of other groups.
    func asProgram(of groups: String...) -> Keychain { Keychain(home: home, groups: groups) }

    func add(_ item: Entries) -> OSStatus { unsafe calls.add(item.dictionary, nil) }

    /// - Parameter object: what the out-pointer holds before the call.
    func adding(_ item: Entries, over object: AnyObject? = nil) -> Answer {
        var result = object
        let status = unsafe calls.add(item.dictionary, &result)
        return Answer(status: status, object: result)
    }

    func find(_ query: Entries, over object: AnyObject? = nil) -> Answer {
        var result = object
        let status = unsafe calls.copyMatching(query.dictionary, &result)
        return Answer(status: status, object: result)
    }

    /// Whether something matches, by a search without an out-pointer.
    func status(of query: Entries) -> OSStatus { unsafe calls.copyMatching(query.dictionary, nil) }

    func update(_ query: Entries, _ change: Entries) -> OSStatus { calls.update(query.dictionary, change.dictionary) }
    func delete(_ query: Entries) -> OSStatus { calls.delete(query.dictionary) }

    /// The attributes of the one item that matches; empty where none does.
    func attributes(_ query: Entries = generic()) -> [String: Value] {
        find(query.with([kSecReturnAttributes: true])).attributes
    }

    /// The secret of the one item that matches.
    func secret(_ query: Entries = generic()) -> Value? { find(query.with([kSecReturnData: true])).value }

    /// The persistent reference of the one item that matches.
    func reference(_ query: Entries = generic()) -> Value? { find(query.with([kSecReturnPersistentRef: true])).value }

    /// One attribute of every item that matches, synchronizable or not, in the order of the answer.
    func list(_ attribute: CFString, _ query: Entries = generic()) -> [Value?] {
        let everything: Entries = [
            kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny), kSecMatchLimit: all,
            kSecReturnAttributes: true,
        ]
        return find(everything.with(query)).items.map { $0[attribute as String] }
    }

    /// How many items there are, of both classes.
    var count: Int { list(kSecClass).count + list(kSecClass, internet()).count }
}

/// What a call said and left in the out-pointer.
struct Answer {
    let status: OSStatus
    let object: AnyObject?

    var value: Value? { object.map(Value.init) }
    var attributes: [String: Value] { (object as? NSDictionary).map { .init(entriesOf: $0) } ?? [:] }
    /// The elements of an array, or nil for anything else.
    var elements: [Value]? { (object as? NSArray).map { _cfElements(of: $0).map(Value.init) } }
    /// The dictionaries of an array.
    var items: [[String: Value]] {
        (elements ?? []).map { if case .map(let entries) = $0 { entries } else { [:] } }
    }
}

extension Entries {
    /// These entries, and `others` in their place where both have a key.
    func with(_ others: Entries) -> Entries { merging(others) { _, other in other } }
    func without(_ keys: CFString...) -> Entries { filter { !keys.contains($0.key) } }

    var dictionary: CFDictionary {
        let result = NSMutableDictionary(capacity: count)
        for (key, value) in self {
            if key == kSecValueData { value.recordAsSecret() }
            result[key] = value.object
        }
        return result
    }
}

extension [String: Value] {
    /// A result as the entries of a query.
    var entries: Entries {
        .init(uniqueKeysWithValues: map { (NSString(string: $0.key), $0.value) })
    }
}
