// What was found of one item of the Secret Service.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// All of one moment.
package struct ServiceItemLook: Equatable, Sendable {
    /// How much of an item is opened.
    package enum Depth: Sendable {
        case summary, attributes, secret
    }

    package let summary: ServiceItemSummary
    /// Whether the keychain is locked.
    package let isLocked: Bool
    /// Nil if it was not opened, or cannot be now.
    package let item: ServiceItem?
    /// The same; nil also if the user would have to be asked for it.
    package let secret: ItemSecret?

    package init(summary: ServiceItemSummary, isLocked: Bool, item: ServiceItem? = nil, secret: ItemSecret? = nil) {
        self.summary = summary
        self.isLocked = isLocked
        self.item = item
        self.secret = secret
    }
}
