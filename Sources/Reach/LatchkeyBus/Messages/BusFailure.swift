// An error as it goes over the bus.
// SPDX-License-Identifier: Apache-2.0

package struct BusFailure: Error, Hashable, Sendable {
    /// Such as `org.freedesktop.DBus.Error.InvalidArgs`.
    package let name: String
    /// For the user. It holds nothing that somebody stored or typed.
    package let message: String

    package init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }
}
