// What a search for items of the Secret Service has found.
// SPDX-License-Identifier: Apache-2.0

/// All of one moment.
package struct ServiceSearchResult: Sendable {
    /// Newest modified first, then newest created.
    package var items: [ServiceItemSummary]
    /// Whether the keychain is locked.
    package var isLocked: Bool

    package init(items: [ServiceItemSummary], isLocked: Bool) {
        self.items = items
        self.isLocked = isLocked
    }
}
