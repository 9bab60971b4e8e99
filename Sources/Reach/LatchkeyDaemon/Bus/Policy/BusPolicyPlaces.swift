// Where the policy of a session bus is read from and kept.
// SPDX-License-Identifier: Apache-2.0

import Glibc
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
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var room = [CChar](repeating: 0, count: 16 << 10)
        let path: String? = unsafe room.withUnsafeMutableBufferPointer { room in
            guard let base = room.baseAddress, unsafe getpwuid_r(user, &entry, base, room.count, &found) == 0,
                unsafe found != nil, let directory = unsafe entry.pw_dir
            else { return nil }
            return unsafe String(cString: directory)
        }
        guard let path, path.utf8.first == UInt8(ascii: "/"), path.utf8.count > 1 else { return nil }
        return path
    }
}
