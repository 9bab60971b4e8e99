// Where the policy of a session bus is read from and kept.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeySignature

package struct BusPolicyPlaces: Sendable {
    /// The administrator's configuration.
    package var system = "/etc/latchkey/secret-service.toml"
    /// A folder of lists that come with packages.
    package var shipped = "/usr/share/latchkey/secret-service.d"
    /// The user's own configuration; nil for none.
    package var users: String?
    /// The folder in the home of the user's keychains.
    package var kept: String
    /// Whether nobody but root can write a file, or put another in its place.
    package var isOfSystem: @Sendable (String) -> Bool = SystemPath.isOfSystem
    /// Beside root, who may own files of the system: for tests.
    package var systemOwners: Set<UInt32> = []

    /// - Parameter home: the folder of the user's keychains.
    package init(of user: UInt32, home: String) {
        kept = home + "/secret-service"
        users = Self.home(of: user).map { $0 + "/.config/latchkey/secret-service.toml" }
    }

    private static func home(of user: UInt32) -> String? {
        guard let path = UserEntry(of: user)?.home, path.utf8.first == UInt8(ascii: "/"), path.utf8.count > 1 else {
            return nil
        }
        return path
    }
}
