// An item of the Secret Service, without its secret.
// SPDX-License-Identifier: Apache-2.0

/// A generic password that a program has stored over the bus, as it is sealed.
package struct ServiceItem: Hashable, Sendable {
    /// The number of its row, which it keeps for life.
    package let number: Int64
    /// Whose it is.
    package let group: AccessGroup
    package let label: String
    package let attributes: SearchAttributes
    /// As the program gave it; may be empty.
    package let contentType: String
    /// Seconds since 1970-01-01 UTC.
    package let created: UInt64
    package let modified: UInt64

    package init(
        number: Int64, group: AccessGroup, label: String, attributes: SearchAttributes, contentType: String,
        created: UInt64, modified: UInt64
    ) {
        self.number = number
        self.group = group
        self.label = label
        self.attributes = attributes
        self.contentType = contentType
        self.created = created
        self.modified = modified
    }
}

extension ServiceItem: CustomStringConvertible, CustomReflectable {
    package var description: String { "<item of the Secret Service>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
