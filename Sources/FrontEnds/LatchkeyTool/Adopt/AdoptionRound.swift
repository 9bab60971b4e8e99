// All items of one keychain, gone through once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTooling

/// What became of them.
struct AdoptionRound<State: Hashable & Sendable> {
    private(set) var tally = AdoptionTally()
    /// The state of the file that the first page was read from.
    private(set) var state: State?
    /// A line for each item that stays, as far as it can be named: a damaged one has no name.
    private(set) var staying: [String] = []

    /// The primary keys of the items that were gone through; what one keychain has is told apart by them.
    private var names: Set<MovedItem.Name> = []

    /// Two items of one file have the same primary key only if the group of one of them changes on the way.
    /// - Returns: those that are taken if no other item is there, and those whose names others had before them.
    mutating func firstOfTheirNames(
        _ items: [MovedItem], in groups: [AccessGroup: AccessGroup]
    ) -> (first: [MovedItem], second: [MovedItem]) {
        guard !groups.isEmpty else { return (items, []) }
        var (first, second): ([MovedItem], [MovedItem]) = ([], [])
        for item in items {
            if names.insert(item.inGroups(groups).primaryKey).inserted {
                first.append(item)
            } else {
                second.append(item)
            }
        }
        return (first, second)
    }

    mutating func begin(_ page: MovePage<State>) {
        if state == nil { state = page.state }
        tally.add(page.staying)
    }

    mutating func add(_ outcome: AdoptionOutcome, of item: MovedItem) {
        tally.add(outcome)
        if let reason = outcome.reason { staying.append("\(reason): \(item.name)") }
    }
}

extension AdoptionOutcome {
    /// Why an item stays, in a word or two; nil for one that does not.
    fileprivate var reason: String? {
        switch self {
        case .taken, .present: nil
        case .conflict: "conflict"
        case .notCompared: "not compared"
        case .needsPassword: "needs the password"
        case .ofLoginKeychain: "of the login keychain"
        case .refused: "refused"
        }
    }
}

extension MovedItem {
    /// What one keychain has once.
    fileprivate struct Name: Hashable {
        let itemClass: ItemClass
        let values: [AttributeValue?]
    }

    fileprivate var primaryKey: Name {
        let described = reference.itemClass.attributes.filter { $0.traits.contains(.primaryKey) }
        return Name(itemClass: reference.itemClass, values: described.map { attributes[$0.attribute] })
    }

    /// What tells it from others, for the terminal.
    fileprivate var name: String {
        let shown: [Attribute] = [.label, .service, .server, .account]
        let words = shown.compactMap { attribute -> String? in
            guard case .string(let text)? = attributes[attribute], !text.isEmpty else { return nil }
            return PrintableText.of(String(text.prefix(80)))
        }
        return ([reference.itemClass.rawValue] + words).joined(separator: " ")
    }
}
