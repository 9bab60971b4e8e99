// An item as a program gets it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What the keychain answers of one item: its metadata, and its secret if the program asked for it and gets it. Its
/// description names the class only.
package struct ReturnedItem: Sendable {
    package let item: Item
    /// Nil if it was not asked for, if the item has none, or if it stays behind the service.
    package var secret: ItemSecret?
    /// In place of the secret, if that is a private key which stays behind the service and an object was asked for.
    package var stayingKey: StayingKey?

    package init(_ item: Item, secret: ItemSecret? = nil, stayingKey: StayingKey? = nil) {
        self.item = item
        self.secret = secret
        self.stayingKey = stayingKey
    }

    package var reference: PersistentReference { item.reference }
    package var attributes: AttributeValues { item.attributes }
    package var accessControl: AccessControl { item.accessControl }
}

extension ReturnedItem: CustomStringConvertible, CustomReflectable {
    package var description: String { item.description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
