// How much memory SQLite may take in this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite

package enum StoreMemory {
    /// Bytes from which on the caches of all connections take pages from themselves, and bytes that are never exceeded:
    /// what would is refused with `.allocate`. Long rows that calls hold (``CallMemory``) are among the latter.
    private static let (soft, hard): (Int64, Int64) = (48 << 20, 448 << 20)

    /// Sets the limits, for a process that keeps the keychains of others open: each may have 2 MiB of cache.
    package static func limit() {
        _ = sqlite3_hard_heap_limit64(hard)
        _ = sqlite3_soft_heap_limit64(soft)
    }
}
