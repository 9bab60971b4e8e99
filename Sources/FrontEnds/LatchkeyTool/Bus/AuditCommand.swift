// `latchkey audit`: what programs on the session bus may do, and did.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what programs may do with each other's items, and what they did.",
        discussion: """
            The first line says whether programs that use the Secret Service are kept apart. Then come what you have decided \
            with `latchkey allow` and `latchkey deny` or in a dialog, and the last events: items of another program that were \
            read, calls that were refused, and questions to you. No label, attribute or secret is shown.
            """)

    @Flag(help: "Write one JSON object.")
    var json = false

    func run() throws {
        let client = KeychainClient(as: .tool)
        let report = try reporting("asking about programs on the session bus") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try client.busReport() }
        }
        guard json else {
            Console.output.write(report.text)
            return
        }
        let text = try reporting("writing the report") { () throws(ToolFailure) in
            guard let text = report.json else { throw .message("it cannot be written as JSON") }
            return text
        }
        Console.output.writeLine(text)
    }
}
