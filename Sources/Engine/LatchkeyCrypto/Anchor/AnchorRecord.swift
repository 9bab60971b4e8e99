// What a keychain file holds of its anchor.
// SPDX-License-Identifier: Apache-2.0

/// Written by each advance, in the transaction that is anchored (Documentation/Reference/Formats/Anchor.md, section 2).
package struct AnchorRecord: Hashable, Sendable {
    /// The handle of the index.
    package let index: UInt32
    /// The value of the index before the advance.
    package let previous: AnchorValue
    /// The value after it: SHA-256(previous ‖ extension). It is not kept, but computed.
    package let current: AnchorValue
    /// What the index is extended with, random.
    package let `extension`: AnchorValue
    /// The digest of all rows at the advance, or zeros.
    package let rows: AnchorValue
    /// Seconds since 1970 at the advance.
    package let time: UInt64

    package init(
        index: UInt32, previous: AnchorValue, extension: AnchorValue, rows: AnchorValue = .zero, time: UInt64
    ) {
        self.index = index
        self.previous = previous
        self.extension = `extension`
        current = previous.extended(with: `extension`)
        self.rows = rows
        self.time = time
    }
}
