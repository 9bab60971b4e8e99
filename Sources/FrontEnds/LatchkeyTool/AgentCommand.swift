// `latchkey agent`: asks the user, for the daemon.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeySignature
import LatchkeyTooling

struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Ask the user when one program wants another's secret.",
        discussion: """
            Runs in the session of the user, until it is ended. The daemon gives it questions. On GNOME the shell shows them; else \
            pinentry does, on the terminal that the agent was started on, or on the \
            display of the session. Without an agent nobody is asked, and such \
            calls fail with -25308.
            """)

    @Option(
        help: """
            The pinentry to show all dialogs with, by its path: a program that root alone can change. (default: GNOME Shell, or \
            /usr/bin/pinentry)
            """)
    var pinentry: String?

    @Flag(
        help: """
            Take the prompters of other desktops too, gcr's and Plasma's. Programs of the session could read what is typed there.
            """)
    var prompter = false

    func run() throws {
        guard let socket = ClientConfiguration.current.socket else {
            Console.errors.writeLine(
                "latchkey: asking the user: no keychain daemon is configured; without one no program is asked about")
            throw ExitCode(1)
        }
        let desktop = pinentry == nil ? Pinentry.Place.busOfDesktop : nil
        let pinentry = pinentry ?? "/usr/bin/pinentry"
        // Whoever else could change it would read what is typed.
        let isUsable = SystemPath.isProgramOfSystem(pinentry)
        guard isUsable || desktop != nil else {
            Console.errors.writeLine(
                "latchkey: asking the user: \(pinentry.visible) is not a program that root alone can change; name one in /usr/bin"
            )
            throw ExitCode(1)
        }
        let client = KeychainClient(as: .tool)
        let agent = PermissionAgent(
            client: client, pinentry: isUsable ? pinentry : nil, place: .ofProcess, desktop: desktop,
            prompters: prompter ? .any : .shell, isPlasma: Pinentry.Place.isOnPlasma)
        Console.errors.writeLine("latchkey: asks the user for the keychain daemon at \(socket.visible)")
        try reporting("waiting for questions") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try agent.run() }
        }
    }
}
