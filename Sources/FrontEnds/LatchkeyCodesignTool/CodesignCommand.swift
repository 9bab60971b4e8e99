// The `codesign` command: refuses inspection, reads its words, runs.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

@main
enum CodesignCommand {
    static func main() {
        // Before anything is read: no debugger of the same user, and no core file.
        _ = latchkey_refuse_inspection()
        exit(Tool().run(Array(CommandLine.arguments.dropFirst())))
    }
}
