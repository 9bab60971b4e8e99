// What the list of users says of one.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An entry of `passwd(5)`, or of whatever `nsswitch.conf(5)` names. That may be on another machine, and take its time.
package struct UserEntry: Hashable, Sendable {
    package let name: String
    /// The path of the home, as it is written there.
    package let home: String

    /// In bytes; an entry with more text is none.
    private static let largestSize = 1 << 16

    /// - Returns: nil for a user that is in no list, or if the list cannot be read now.
    package init?(of user: UInt32) {
        let texts: (String, String)? = unsafe withUnsafeTemporaryAllocation(
            of: CChar.self, capacity: Self.largestSize
        ) { text in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let base = text.baseAddress, unsafe getpwuid_r(user, &entry, base, text.count, &found) == 0,
                unsafe found != nil, let name = unsafe entry.pw_name, let home = unsafe entry.pw_dir
            else { return nil }
            return unsafe (String(cString: name), String(cString: home))
        }
        guard let texts else { return nil }
        (name, home) = texts
    }

    /// Whether a user is in a list. Taken for true if that cannot be told now.
    package static func isListed(_ user: UInt32) -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: largestSize) { text in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let base = text.baseAddress else { return true }
            switch unsafe getpwuid_r(user, &entry, base, text.count, &found) {
            case 0: return unsafe found != nil
            // getpwuid_r(3): what some lists say of a user that they do not have.
            case ENOENT, ESRCH: return false
            default: return true
            }
        }
    }
}
