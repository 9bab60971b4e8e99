// What a login tells the system's daemon.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// The one request that root makes for somebody else: about the login keychain of the user who logs in, whose password
/// the login knows.
package struct LoginRequest: Sendable {
    package enum Action: Sendable {
        /// The user has proved to know this password.
        case unlock(password: ItemSecret)
        /// The user has another password for the login from now on, and knew the old one.
        case changePassword(old: ItemSecret, new: ItemSecret)
    }

    /// The number of the user.
    package let user: UInt32
    package let action: Action

    package init(user: UInt32, action: Action) {
        self.user = user
        self.action = action
    }
}
