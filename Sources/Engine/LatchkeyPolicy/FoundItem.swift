// An item that a search has found.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// As far as the search wanted it.
package enum FoundItem: Sendable {
    case listed(Item)
    case opened(OpenedItem)

    package var item: Item {
        switch self {
        case .listed(let item): item
        case .opened(let opened): opened.item
        }
    }

    /// Nil also if it was not opened.
    package var secret: ItemSecret? {
        switch self {
        case .listed: nil
        case .opened(let opened): opened.secret
        }
    }

    /// The attributes that were sealed with the secret.
    package var fields: AttributeValues {
        switch self {
        case .listed: [:]
        case .opened(let opened): opened.fields
        }
    }
}

extension FoundItem: CustomStringConvertible, CustomReflectable {
    package var description: String { item.description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
