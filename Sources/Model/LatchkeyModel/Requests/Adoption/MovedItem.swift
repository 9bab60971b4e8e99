// An item on its way from one keychain to another.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What a keychain says of one item, with its secret. The access list stays behind
/// (Documentation/Design/Decisions/0051-adopting-keychains.md). Its description names the class only.
package struct MovedItem: Sendable {
    package let reference: PersistentReference
    /// All attributes, those that the store keeps for itself among them.
    package let attributes: AttributeValues
    package let accessControl: AccessControl
    package let secret: ItemSecret?

    package init(
        reference: PersistentReference, attributes: AttributeValues, accessControl: AccessControl, secret: ItemSecret?
    ) {
        self.reference = reference
        self.attributes = attributes
        self.accessControl = accessControl
        self.secret = secret
    }

    /// The same in the group that its program has now.
    package func inGroups(_ groups: [AccessGroup: AccessGroup]) -> MovedItem {
        guard case .string(let name)? = attributes[.accessGroup], let group = groups[AccessGroup(rawValue: name)] else {
            return self
        }
        var attributes = attributes
        attributes[.accessGroup] = .string(group.rawValue)
        return MovedItem(reference: reference, attributes: attributes, accessControl: accessControl, secret: secret)
    }

    /// About as many bytes as it has on the wire.
    package var size: Int {
        attributes.reduce((secret?.count ?? 0) + 96) { size, entry in
            switch entry.value {
            case .string(let text): size + text.utf8.count + 9
            case .data(let bytes): size + bytes.count + 9
            case .number, .date: size + 13
            }
        }
    }
}

extension MovedItem: CustomStringConvertible, CustomReflectable {
    package var description: String { "<moved \(reference.itemClass.rawValue) item>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
