// A group of programs that share items.
// SPDX-License-Identifier: Apache-2.0

/// An access group by its name, such as `ABCDE12345.com.example.app`.
package struct AccessGroup: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Means every group. Honoured for the keychain's own tools only.
    package static let all = AccessGroup(rawValue: "*")
    /// Holds the items of hardware tokens: readable, never writable.
    package static let token = AccessGroup(rawValue: "com.apple.token")
}
