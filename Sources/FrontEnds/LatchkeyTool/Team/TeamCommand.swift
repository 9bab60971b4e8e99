// `latchkey team`: teams whose programs the daemon tells apart.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeySignature

struct TeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Make a team that signs programs, and say which teams are trusted.",
        subcommands: [TeamCreateCommand.self, TeamTrustCommand.self, TeamListCommand.self])
}

/// Where trusted teams are.
struct TeamDirectoryOption: ParsableArguments {
    @Option(help: "The directory of trusted teams (default: /etc/latchkey/teams.d).", completion: .directory)
    var directory: String?

    var path: String { directory ?? TeamRoots.standardDirectory }

    /// Of the standard directory only what is root's counts; a directory that was named may belong to who calls.
    var roots: TeamRoots {
        guard let directory else { return .system }
        let own = TeamRoots(directory: directory, owner: geteuid())
        return own.isTrustworthy ? own : TeamRoots(directory: directory, owner: 0)
    }
}
