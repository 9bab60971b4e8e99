// How a keychain file and its anchor stand to each other.
// SPDX-License-Identifier: Apache-2.0

/// What a TPM says of the index of a keychain.
package enum AnchorReading: Hashable, Sendable {
    /// There is none.
    case missing
    /// Something is at its handle that its authorisation does not open: another has made it.
    case foreign
    /// Its value; zeros if it was never extended.
    case value(AnchorValue)
}

/// What follows from a record and an index.
package enum AnchorComparison: Hashable, Sendable {
    /// The keychain was never anchored.
    case unanchored
    /// The file holds what was anchored last.
    case agrees
    /// Whoever has written the record died, or was refused, before the index was extended.
    case unfinished
    /// They do not belong together.
    case differs(AnchorDifference)

    package init(record: AnchorRecord?, index: AnchorReading) {
        self =
            switch (record, index) {
            case (nil, .missing): .unanchored
            // Whoever has made the index died before it wrote a record.
            case (nil, .value(.zero)): .unanchored
            case (nil, .value): .differs(.fileIsOlder)
            case (_, .foreign), (.some, .missing): .differs(.indexIsGone)
            case (let record?, .value(let value)):
                if value == record.current {
                    .agrees
                } else if value == record.previous {
                    .unfinished
                } else {
                    .differs(.fileIsOlder)
                }
            }
    }
}

/// Why a file is not taken.
package enum AnchorDifference: Hashable, Sendable {
    /// The index was extended since the file was written: an older file was put in place, or the disk has lost what it
    /// had said was written.
    case fileIsOlder
    /// The TPM was cleared, or the index was removed.
    case indexIsGone
}
