// The files that come with the programs.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum HelperFile {
    private static let installed = "/usr/libexec/latchkey/"

    /// A helper is beside the program that runs, as where they were built, or where the package has it.
    package static func path(named name: String) -> String {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return installed + name }
        defer { unsafe free(own) }
        let program = unsafe String(cString: own)
        let beside = program[...(program.lastIndex(of: "/") ?? program.startIndex)] + name
        return unsafe access(String(beside), F_OK) == 0 ? String(beside) : installed + name
    }
}
