// Where the bus of a session is.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
package import LatchkeyPlatform

extension SessionBus {
    /// Seconds for a bus to accept a connection.
    private static let connectTime: CInt = 5

    /// Connects to the first bus of an address that is there.
    /// - Parameter address: as in `DBUS_SESSION_BUS_ADDRESS` (D-Bus specification, "Server Addresses").
    /// - Returns: a socket that the caller closes, or gives to ``init(taking:limits:)``.
    /// - Throws: `.notAvailable` if none can be reached.
    package static func connect(to address: String) throws(KeychainError) -> CInt {
        var reason = ENOENT
        for place in address.split(separator: ";") {
            guard let place = BusPlace(place) else { continue }
            let socket =
                switch place {
                case .file(let path): unsafe latchkey_connect(path, connectTime)
                case .abstract(let name): unsafe latchkey_connect_abstract(name, connectTime)
                }
            if socket >= 0 { return socket }
            reason = errno
        }
        throw KeychainError(
            .notAvailable, during: "connecting to the session's bus",
            hint: "log in to a session with a D-Bus, or set DBUS_SESSION_BUS_ADDRESS", cause: .errno(reason))
    }
}
