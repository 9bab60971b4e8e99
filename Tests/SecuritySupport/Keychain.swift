// A keychain of its own for each test, with the four calls in the shape that tests read best.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyClient
package import LatchkeyTestSupport
package import Security

/// A dictionary of a call.
package typealias Entries = [CFString: Value]

/// A generic password with these entries, or a query for such.
package func generic(_ entries: Entries = [:]) -> Entries {
    entries.with([kSecClass: .constant(kSecClassGenericPassword)])
}

/// An internet password with these entries, or a query for such.
package func internet(_ entries: Entries = [:]) -> Entries {
    entries.with([kSecClass: .constant(kSecClassInternetPassword)])
}

package let all: Value = .constant(kSecMatchLimitAll)

/// The four calls on a fresh keychain, over the current transport.
package struct Keychain {
    package let home: TemporaryHome
    package let client: KeychainClient
    private let transport: Transport

    package var calls: ItemCalls { ItemCalls(client: client) }

    package init(groups: [String] = ["TEAM123456.test"]) throws {
        self.init(home: try TemporaryHome(groups: groups), groups: groups, transport: .current)
    }

    private init(home: TemporaryHome, groups: [String], transport: Transport) {
        self.home = home
        self.transport = transport
        client = transport.client(home, groups)
    }

    /// The same keychain for a program of other groups.
    package func asProgram(of groups: String...) -> Keychain { asProgram(groups: groups) }

    package func asProgram(groups: [String]) -> Keychain {
        Keychain(home: home, groups: groups, transport: transport)
    }

    package func add(_ item: Entries) -> OSStatus { unsafe calls.add(item.dictionary, nil) }

    /// - Parameter object: what the out-pointer holds before the call.
    package func adding(_ item: Entries, over object: AnyObject? = nil) -> Answer {
        var result = object
        let status = unsafe calls.add(item.dictionary, &result)
        return Answer(status: status, object: result)
    }

    package func find(_ query: Entries, over object: AnyObject? = nil) -> Answer {
        var result = object
        let status = unsafe calls.copyMatching(query.dictionary, &result)
        return Answer(status: status, object: result)
    }

    /// Whether something matches, by a search without an out-pointer.
    package func status(of query: Entries) -> OSStatus { unsafe calls.copyMatching(query.dictionary, nil) }

    package func update(_ query: Entries, _ change: Entries) -> OSStatus {
        calls.update(query.dictionary, change.dictionary)
    }
    package func delete(_ query: Entries) -> OSStatus { calls.delete(query.dictionary) }

    /// The attributes of the one item that matches; empty if none does.
    package func attributes(_ query: Entries = generic()) -> [String: Value] {
        find(query.with([kSecReturnAttributes: true])).attributes
    }

    /// The secret of the one item that matches.
    package func secret(_ query: Entries = generic()) -> Value? { find(query.with([kSecReturnData: true])).value }

    /// The persistent reference of the one item that matches.
    package func reference(_ query: Entries = generic()) -> Value? {
        find(query.with([kSecReturnPersistentRef: true])).value
    }

    /// One attribute of every item that matches, synchronizable or not, in the order of the answer.
    package func list(_ attribute: CFString, _ query: Entries = generic()) -> [Value?] {
        let everything: Entries = [
            kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny), kSecMatchLimit: all,
            kSecReturnAttributes: true,
        ]
        return find(everything.with(query)).items.map { $0[attribute as String] }
    }

    /// How many items there are, of both classes.
    package var count: Int { list(kSecClass).count + list(kSecClass, internet()).count }
}

/// What a call said and left in the out-pointer.
package struct Answer {
    package let status: OSStatus
    package let object: AnyObject?

    package init(status: OSStatus, object: AnyObject?) {
        self.status = status
        self.object = object
    }

    package var value: Value? { object.map(Value.init) }
    package var attributes: [String: Value] { (object as? NSDictionary).map { .init(entriesOf: $0) } ?? [:] }
    /// The elements of an array, or nil for anything else.
    package var elements: [Value]? { (object as? NSArray).map { _cfElements(of: $0).map(Value.init) } }
    /// The dictionaries of an array.
    package var items: [[String: Value]] {
        (elements ?? []).map { if case .map(let entries) = $0 { entries } else { [:] } }
    }
}

extension Entries {
    /// These entries, and `others` in their place if both have a key.
    package func with(_ others: Entries) -> Entries { merging(others) { _, other in other } }
    package func without(_ keys: CFString...) -> Entries { filter { !keys.contains($0.key) } }

    package var dictionary: CFDictionary {
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
    package var entries: Entries {
        .init(uniqueKeysWithValues: map { (NSString(string: $0.key), $0.value) })
    }
}
