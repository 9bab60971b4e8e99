// What of an item of the Secret Service is known without opening it.
// SPDX-License-Identifier: Apache-2.0

/// From the clear columns of a row, so also while the keychain is locked.
package struct ServiceItemSummary: Hashable, Sendable {
    package let number: Int64
    package let group: AccessGroup
    /// Seconds since 2001-01-01 UTC.
    package let created: Double
    package let modified: Double

    package init(number: Int64, group: AccessGroup, created: Double, modified: Double) {
        self.number = number
        self.group = group
        self.created = created
        self.modified = modified
    }
}
