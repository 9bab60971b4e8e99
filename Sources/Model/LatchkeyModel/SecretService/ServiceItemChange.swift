// What a program changes of an item of the Secret Service.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What is nil stays.
package struct ServiceItemChange: Sendable {
    package var label: String?
    package var attributes: SearchAttributes?
    package var secret: ItemSecret?
    package var contentType: String?
    /// Another owner.
    package var group: AccessGroup?

    package init() {}
}
