// In what order entries may come.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// Counts them on the way.
struct EntryOrder {
    private var counts = BackupCounts()
    private var last: BackupEntry.Kind?
    private(set) var end: BackupEnd?

    /// - Throws: `.decode` for an entry that may not come here, and for an end that counts something else.
    mutating func note(_ entry: BackupEntry) throws(KeychainError) {
        guard end == nil, (last == nil) == (entry.kind == .about) else { throw .damagedBackup }
        switch entry {
        case .about: break
        case .item: counts.items += 1
        case .deviceItem: counts.deviceItems += 1
        case .listEntry:
            guard last == .item || last == .deviceItem || last == .listEntry else { throw .damagedBackup }
            counts.listEntries += 1
        case .tombstone: counts.tombstones += 1
        case .end(let found):
            guard found.counts == counts else { throw .damagedBackup }
            end = found
        }
        last = entry.kind
    }
}
