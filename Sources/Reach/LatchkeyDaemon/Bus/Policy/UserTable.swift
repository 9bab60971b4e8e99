// Something that is made once for each user.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What holds up the making of one user's value, as a home that does not answer, holds up nobody else's.
package final class UserTable<Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let making = Mutex(())
        /// Never held while something is made.
        let made = Mutex<Value?>(nil)

        var value: Value? { made.withLock { $0 } }
    }

    private let places = Mutex<[UInt32: Place]>([:])

    package init() {}

    /// The value of a user, which the first caller makes; others who want the same one wait for that.
    package func value(of user: UInt32, making make: () -> Value) -> Value {
        let place = places.withLock { places in
            if let known = places[user] { return known }
            let new = Place()
            places[user] = new
            return new
        }
        if let made = place.value { return made }
        return place.making.withLock { _ in
            if let made = place.value { return made }
            let value = make()
            place.made.withLock { $0 = value }
            return value
        }
    }

    /// Nil also while it is being made.
    package subscript(user: UInt32) -> Value? { places.withLock { $0[user] }?.value }

    /// What is made.
    package var all: [UInt32: Value] { places.withLock { $0 }.compactMapValues(\.value) }
}
