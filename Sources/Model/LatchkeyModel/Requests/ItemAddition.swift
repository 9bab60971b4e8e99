// A new item as the caller describes it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What `SecItemAdd` was given, converted and checked against the class, but without defaults.
package struct ItemAddition: Sendable {
    package var itemClass: ItemClass
    package var attributes: AttributeValues = [:]
    package var accessControl: AccessControl?
    /// Nil for nobody beside the access group.
    package var accessList: AccessList?
    package var secret: ItemSecret?
    package var returning: ReturnOptions = []
    package var authentication = Authentication()

    package init(itemClass: ItemClass) { self.itemClass = itemClass }
}
