// A group of programs that share items.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// An access group by its name, such as `ABCDE12345.com.example.app`. Two names are the same group only when their
/// bytes are: Swift's own comparison of text takes composed and decomposed characters for equal.
package struct AccessGroup: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Means every group. Honoured for the keychain's own tools only.
    package static let all = AccessGroup(rawValue: "*")
    /// Holds the items of hardware tokens: readable, never writable.
    package static let token = AccessGroup(rawValue: "com.apple.token")
    /// The group of the service of push notifications, whose items have a default class of their own.
    package static let pushNotifications = AccessGroup(rawValue: "com.apple.apsd")

    /// What the group of items ends with that a program has stored over a bus, which is a process of the user. It is
    /// the program's beside its others; over the bus the program has it alone.
    package static let busSuffix = ".bus"

    package static func == (lhs: AccessGroup, rhs: AccessGroup) -> Bool {
        lhs.rawValue.hasSameBytes(as: rhs.rawValue)
    }

    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}
