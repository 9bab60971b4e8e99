// An item whose secret is open.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// An item with its secret, inside the service. Copies share the bytes, which are wiped with the last of them. Its
/// description names the class only.
package struct OpenedItem: Sendable {
    package let item: Item
    /// Nil for a tombstone, and for what was stored without one.
    package let secret: ItemSecret?
    /// The attributes that are sealed with the secret.
    package let fields: AttributeValues
    package let purpose: SecretPurpose

    /// - Throws: `.internalError` if the right is to another item.
    package init(
        _ item: Item, secret: ItemSecret?, fields: AttributeValues, by right: borrowing MayReadSecret
    ) throws(KeychainError) {
        guard right.reference == item.reference else {
            throw KeychainError(.internalError, during: "opening an item by the right to another one")
        }
        self.item = item
        self.secret = secret
        self.fields = fields
        purpose = right.purpose
    }
}

extension OpenedItem: CustomStringConvertible, CustomReflectable {
    package var description: String { item.description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
