// The items that a command has handed over.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// What the daemon has taken in this run, and how it was then. Without the password the daemon compares nothing, and an
/// item may change in the home while its page is under way.
package struct HandedItems {
    private var dates: [PersistentReference: Double] = [:]

    package init() {}

    package var count: Int { dates.count }

    package mutating func note(_ item: MovedItem) { dates[item.reference] = item.changed }

    /// What became of an item that may have been handed over before.
    package func settled(_ outcome: AdoptionOutcome, of item: MovedItem) -> AdoptionOutcome {
        guard outcome == .notCompared, let date = dates[item.reference] else { return outcome }
        return date == item.changed ? .present : .conflict
    }
}

extension MovedItem {
    /// Seconds since 2001-01-01 UTC.
    fileprivate var changed: Double {
        if case .date(let seconds)? = attributes[.modificationDate] { seconds } else { 0 }
    }
}
