// `latchkey import csv`: the passwords of a browser's export.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyModel
import LatchkeyTooling

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import passwords.", subcommands: [CSV.self])

    struct CSV: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "csv", abstract: "Import internet passwords from a CSV file as Chrome exports it.",
            discussion: """
                The first row names the columns. url, username and password are needed; name becomes the label and note or \
                comment the comment. A password that is already there is left alone. A row whose url and username are \
                already there with another password is a conflict: it is reported by its number and not imported.
                """)

        @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["csv"]))
        var file: String

        @Option(help: "The keychain (default: the default keychain).")
        var keychain: String?

        @Flag(help: "Say what would be done, and change nothing.")
        var dryRun = false

        func run() throws {
            let credentials = try reporting("reading \(file == "-" ? "standard input" : file)") {
                () throws(ToolFailure) in
                try BrowserCredential.read(CSVFile.read(path: file))
            }
            let target = try OpenedKeychain(named: keychain)
            let report = try Importer(target, isDryRun: dryRun).run(credentials)
            for conflict in report.conflicts {
                Console.errors.writeLine("latchkey: row \(conflict): another password is there already; not imported")
            }
            let verb = dryRun ? "would import" : "imported"
            Console.output.writeLine(
                "\(verb) \(report.imported), already there \(report.present), conflicts \(report.conflicts.count)")
            if !report.conflicts.isEmpty { throw ExitCode(1) }
        }
    }
}
