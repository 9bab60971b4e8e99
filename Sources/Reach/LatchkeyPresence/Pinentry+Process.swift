// The terminal, the display and the environment that pinentry gets from this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

extension Pinentry.Place {
    /// The terminal and the display of this process.
    package static var ofProcess: Pinentry.Place {
        var place = Pinentry.Place()
        var name = [CChar](repeating: 0, count: 256)
        if unsafe ttyname_r(STDIN_FILENO, &name, name.count) == 0 {
            place.terminal = unsafe name.withUnsafeBytes {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            place.terminalKind = Pinentry.variable("TERM")
        }
        place.display = Pinentry.variable("DISPLAY")
        place.language =
            Pinentry.variable("LC_ALL") ?? Pinentry.variable("LC_CTYPE") ?? Pinentry.variable("LANG")
        return place
    }

    /// The address of the session's bus, if this process belongs to a session with a display.
    package static var busOfDesktop: String? {
        guard Pinentry.variable("DISPLAY") ?? Pinentry.variable("WAYLAND_DISPLAY") != nil else { return nil }
        return Pinentry.variable("DBUS_SESSION_BUS_ADDRESS")
    }

    /// Whether the desktop of the session is Plasma.
    package static var isOnPlasma: Bool {
        (Pinentry.variable("XDG_CURRENT_DESKTOP") ?? "").uppercased().split(separator: ":").contains("KDE")
    }
}

extension Pinentry {
    /// A variable of this process's environment; none in a program with more rights than its caller.
    fileprivate static func variable(_ name: String) -> String? {
        guard latchkey_has_rights_of_file() == 0, let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// What pinentry needs of the environment, and nothing that would load code into it: neither variables nor, in the
    /// user's home, settings of toolkits that name modules.
    package static var environment: [String] {
        let names = [
            "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM", "DISPLAY",
            "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP",
            "DBUS_SESSION_BUS_ADDRESS",
        ]
        // Where X looks for it in a home.
        let authority = variable("XAUTHORITY") ?? variable("HOME").map { $0 + "/.Xauthority" }
        return ["PATH=/usr/bin:/bin", "HOME=/nonexistent"] + (authority.map { ["XAUTHORITY=\($0)"] } ?? [])
            + names.compactMap { name in variable(name).map { "\(name)=\($0)" } }
    }
}
