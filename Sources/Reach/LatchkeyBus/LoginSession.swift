// The session of a user that a process belongs to, as logind knows it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc

/// Root alone puts processes into the control groups of sessions. A program of a user leaves its own by the user's
/// service manager alone, which starts what it is told to for all sessions.
package enum LoginSession: Hashable, Sendable {
    /// By logind's name of it.
    case named(String)
    /// The service manager of the user, whose services belong to all of the user's sessions.
    case manager
    /// No session that logind knows, as if there is no logind.
    case unknown

    /// How much of a user is at a session now.
    package enum Presence: Int, Comparable, Sendable {
        /// Nobody, as far as is known: the screen shows another session, or there is none.
        case away
        /// The session is active, from another machine or on a line.
        case active
        /// The session is what a screen of the machine shows.
        case atSeat

        package static func < (one: Presence, other: Presence) -> Bool { one.rawValue < other.rawValue }
    }

    /// - Parameter user: a session of somebody else is none of this user's.
    package init(of process: Int32, user: UInt32) {
        self = .unknown
        guard let calls = LoginLibrary.shared?.calls else { return }
        if let name = unsafe LoginLibrary.text({ unsafe calls.pid_get_session(process, $0) }) {
            if LoginLibrary.owner(of: name) == user { self = .named(name) }
            return
        }
        var owner: uid_t = .max
        guard unsafe calls.pid_get_owner_uid(process, &owner) >= 0, owner == user else { return }
        // What runs for the user's desktop belongs to the session of the desktop.
        let display = unsafe LoginLibrary.text { unsafe calls.uid_get_display(user, $0) }
        self = display.map { .named($0) } ?? .manager
    }

    /// Read anew each time, from what logind keeps in /run: a user goes from one screen to the next.
    package func presence(of user: UInt32) -> Presence {
        guard let calls = LoginLibrary.shared?.calls else { return .away }
        switch self {
        case .named(let name):
            guard unsafe calls.session_is_active(name) > 0, LoginLibrary.owner(of: name) == user else { return .away }
            return unsafe LoginLibrary.text { unsafe calls.session_get_seat(name, $0) } == nil ? .active : .atSeat
        case .manager:
            if calls.uid_get_seats(user, 1, nil) > 0 { return .atSeat }
            return calls.uid_get_sessions(user, 1, nil) > 0 ? .active : .away
        case .unknown: return .away
        }
    }
}
