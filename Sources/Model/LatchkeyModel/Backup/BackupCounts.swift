// How much of each kind a backup has.
// SPDX-License-Identifier: Apache-2.0

package struct BackupCounts: Hashable, Sendable {
    package var items = 0
    /// Items that come back on their own device only.
    package var deviceItems = 0
    /// Entries of access lists.
    package var listEntries = 0
    /// What deleted synchronizable items have left.
    package var tombstones = 0

    package init() {}
}
