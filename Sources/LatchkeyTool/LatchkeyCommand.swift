// The `latchkey` command: what macOS has no command for.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinuxKeychain

@main
struct LatchkeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "Brings passwords in and out of a keychain, examines it, and makes teams that sign programs.",
        discussion: "Everything else is done with the security command; see security(1).",
        version: "0.1.0",
        subcommands: [ImportCommand.self, ExportCommand.self, DoctorCommand.self, TeamCommand.self])

    static func main() {
        // Before anything is read: no debugger of the same user, and no core file.
        _ = latchkey_refuse_inspection()
        main(nil)
    }
}
