// Whether other programs of the user can look at this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

enum ProcessPrivacy {
    /// Whether nobody but root can, so that a daemon of the user cannot either: `secure-loader` has started the
    /// program, or it has asked for that itself.
    static var isHidden: Bool { latchkey_is_dumpable() != 1 }

    /// The path of the file that the process runs, in bytes; nil if /proc does not tell.
    static var executable: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
}
