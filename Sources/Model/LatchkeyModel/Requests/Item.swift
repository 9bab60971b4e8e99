// An item without its secret, inside the keychain.
// SPDX-License-Identifier: Apache-2.0

/// What the metadata of one item says. Its secret is elsewhere, so that nothing that lists, compares or counts items
/// can give one away. The description names the class only.
package struct Item: Sendable {
    package let reference: PersistentReference
    /// All attributes, the clear ones among them; those that are sealed with the secret are with the secret.
    package var attributes: AttributeValues
    package var accessControl: AccessControl

    package init(reference: PersistentReference, attributes: AttributeValues, accessControl: AccessControl) {
        self.reference = reference
        self.attributes = attributes
        self.accessControl = accessControl
    }

    /// The group that the item is in; nil if its metadata names none.
    package var accessGroup: AccessGroup? {
        guard case .string(let name)? = attributes[.accessGroup] else { return nil }
        return AccessGroup(rawValue: name)
    }
}

extension Item: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(reference.itemClass.rawValue) item>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
