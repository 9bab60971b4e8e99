// What an update changes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// The second dictionary of `SecItemUpdate`, converted and checked. Empty is legal: it moves the modification date.
package struct ItemChange: Sendable {
    package var attributes: AttributeValues = [:]
    package var accessControl: AccessControl?
    /// Takes the place of the list that the item has; nil leaves it.
    package var accessList: AccessList?
    package var secret: ItemSecret?

    package init() {}
}
