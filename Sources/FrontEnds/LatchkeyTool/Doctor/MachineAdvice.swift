// What an administrator can set so that programs of one user are kept further apart.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling

package enum MachineAdvice {
    /// One sentence for each setting of the kernel that lets one program of a user look into another.
    /// - Parameter setting: the text of a file below /proc/sys, or nil if there is none.
    package static func lines(_ setting: (String) -> String?) -> [Finding] {
        var lines: [Finding] = []
        let scope = setting("kernel/yama/ptrace_scope")
        if scope.flatMap({ Int($0) }).map({ $0 < 2 }) ?? true {
            lines.append(
                Finding(
                    "set kernel.yama.ptrace_scope to 2: now a program of yours can look into others, signed ones as well that it "
                        + "starts itself, and see what they have read (it is \(scope ?? "not known to this kernel"))"))
        }
        if setting("fs/suid_dumpable") == "1" {
            lines.append(
                Finding("set fs.suid_dumpable to 0: now signed programs can be looked into while they start"))
        }
        return lines
    }
}
