// An item in the clear, between the store and the caller.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// One item, as far as it was opened. Its description names the class only.
package struct Item: Sendable {
    package let reference: PersistentReference
    /// All attributes, the clear ones among them.
    package var attributes: AttributeValues
    package var accessControl: AccessControl
    /// The secret, where it was asked for and the item has one.
    package var secret: ItemSecret?
    /// In place of the secret, where that is a private key which stays behind the service and an object was asked for.
    package var stayingKey: StayingKey?

    package init(
        reference: PersistentReference, attributes: AttributeValues, accessControl: AccessControl,
        secret: ItemSecret?
    ) {
        self.reference = reference
        self.attributes = attributes
        self.accessControl = accessControl
        self.secret = secret
    }

    /// The same for whoever has the secret already.
    package var withoutSecret: Item {
        var item = self
        item.secret = nil
        return item
    }
}

extension Item: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(reference.itemClass.rawValue) item>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
