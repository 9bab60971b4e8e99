// Some items of a keychain that moves.
// SPDX-License-Identifier: Apache-2.0

/// Why something of a keychain stays in its file.
package enum StayReason: Hashable, Sendable, CaseIterable {
    /// A mark that an item was deleted, for other devices.
    case deleted
    /// It is sealed under a password of its program, which nobody else has.
    case underPassword
    /// It does not open. `latchkey doctor` says more.
    case damaged
    /// It did not open before, and is in the quarantine of its keychain.
    case quarantined
    case ofNewerVersion
    /// A request has no room for it.
    case tooLong
}

/// How far a move has come.
package struct MovePlace: Hashable, Sendable {
    package let itemClass: ItemClass
    /// The number of the last row that was looked at.
    package let row: Int64

    package init(itemClass: ItemClass, row: Int64) {
        self.itemClass = itemClass
        self.row = row
    }

    package static let start = MovePlace(itemClass: ItemClass.allCases[0], row: .min)

    /// The start of the class behind this one; nil behind the last.
    package var nextClass: MovePlace? {
        let classes = ItemClass.allCases
        guard let index = classes.firstIndex(of: itemClass), index + 1 < classes.count else { return nil }
        return MovePlace(itemClass: classes[index + 1], row: .min)
    }
}

package struct MovePage<State: Hashable & Sendable>: Sendable {
    package var items: [MovedItem] = []
    package var staying: [StayReason: Int] = [:]
    /// The state of the file that it was read from.
    package let state: State
    /// Where the next page begins; nil if this is the last one.
    package var place: MovePlace?

    package init(state: State, place: MovePlace) {
        self.state = state
        self.place = place
    }
}
