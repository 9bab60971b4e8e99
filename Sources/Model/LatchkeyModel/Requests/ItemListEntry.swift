// One of the items that a search is confined to.
// SPDX-License-Identifier: Apache-2.0

/// An element of `kSecMatchItemList`.
package enum ItemListEntry: Hashable, Sendable {
    case reference(PersistentReference)
    /// The item with all of these attributes, which is how an object names its item.
    case attributes(AttributeValues)
}
