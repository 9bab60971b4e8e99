// The `latchkey` command: what macOS has no command for.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyTooling

struct LatchkeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract:
            "Backs up and restores a keychain, brings passwords in and out of it, moves keychains to the daemon, examines them, makes teams that sign programs, says who is who, and decides about programs on the session bus.",
        discussion: "Everything else is done with the security command; see security(1).",
        version: "0.1.0",
        subcommands: [
            BackupCommand.self, RestoreCommand.self, ImportCommand.self, ExportCommand.self, AdoptCommand.self,
            DoctorCommand.self, TeamCommand.self, WhoamiCommand.self, AgentCommand.self, AllowCommand.self,
            DenyCommand.self, AuditCommand.self, TPMCommand.self,
        ])

    static func main() {
        ToolProtection.begin()
        main(nil)
    }
}

/// What the executable runs.
package enum LatchkeyProcess {
    package static func run() { LatchkeyCommand.main() }
}
