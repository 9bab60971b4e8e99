// What a backup has in it.
// SPDX-License-Identifier: Apache-2.0

package struct BackupSummary: Hashable, Sendable {
    package var counts: BackupCounts
    package var leftOut: BackupOmissions

    package init(counts: BackupCounts, leftOut: BackupOmissions) {
        self.counts = counts
        self.leftOut = leftOut
    }
}
