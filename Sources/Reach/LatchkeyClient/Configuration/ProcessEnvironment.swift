// The variables of the environment that count in this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyPlatform

/// A program that has more rights than its caller (setuid, setgid, file capabilities) was given its environment by that
/// caller, who may name another's keychains, another daemon or other trust settings by it.
package enum ProcessEnvironment {
    /// The variables of these names; in a program with more rights than its caller the home of the user whose rights it
    /// has, and nothing else.
    package static func variables(named names: [String]) -> [String: String] {
        guard latchkey_has_rights_of_file() == 0 else { return privileged }
        return names.reduce(into: [:]) { variables, name in
            guard let value = unsafe getenv(name) else { return }
            variables[name] = unsafe String(cString: value)
        }
    }

    /// `HOME` as the list of users has it for the effective user.
    package static var privileged: [String: String] {
        let user = geteuid()
        guard let home = UserEntry(of: user)?.home, home.hasPrefix("/") else {
            return ["HOME": "/var/lib/latchkey/\(user)"]
        }
        return ["HOME": home]
    }
}
