// `latchkey whoami`: who a program is to the keychain, and why.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct WhoamiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who a program is to the keychain, and why.",
        discussion: """
            Asks the daemon what it sees of a process: its file, what its identity rests on, and its access groups. The exit \
            status is 1 for a program that is refused.
            """)

    @Option(help: "The number of a process of yours (default: this one).")
    var pid: Int32?

    func run() throws {
        let client = KeychainClient(as: .tool)
        let report = try reporting("asking who a program is") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try client.identity(of: pid) }
        }
        Console.output.write(report.text)
        if report.origin == nil { throw ExitCode(1) }
    }
}
