// An item that a program stores over the bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package struct NewServiceItem: Sendable {
    package var group: AccessGroup
    package var label: String
    package var attributes: SearchAttributes
    package var contentType: String
    package var secret: ItemSecret

    package init(
        group: AccessGroup, label: String, attributes: SearchAttributes, contentType: String, secret: ItemSecret
    ) {
        self.group = group
        self.label = label
        self.attributes = attributes
        self.contentType = contentType
        self.secret = secret
    }
}
