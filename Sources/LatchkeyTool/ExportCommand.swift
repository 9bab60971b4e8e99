// `latchkey export csv`: internet passwords as a browser imports them.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import KeychainModel
import KeychainTooling

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export passwords.", subcommands: [CSV.self])

    struct CSV: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "csv", abstract: "Export all internet passwords as a CSV file that browsers import.",
            discussion: "The columns are url, username and password. The file is not encrypted.")

        @Argument(help: "The file, which must not be there yet, or - for standard output.", completion: .file())
        var file = "-"

        @Option(help: "The keychain (default: the default keychain).")
        var keychain: String?

        func run() throws {
            let source = try OpenedKeychain(named: keychain)
            let count = try reporting("exporting to \(file == "-" ? "standard output" : file)") {
                () throws(ToolFailure) in
                let target = try ExportFile(path: file)
                try target.write(CSVWriter.row(["url", "username", "password"].map(Self.secret)))
                let count = try write(source, to: target)
                try target.finish()
                return count
            }
            Console.errors.writeLine(
                "latchkey: exported \(count); the passwords are not encrypted there: delete them as soon as you can")
        }

        /// One secret at a time, in the order in which the items were made.
        private func write(_ source: OpenedKeychain, to target: borrowing ExportFile) throws(ToolFailure) -> Int {
            var query = ItemQuery(itemClass: .internetPassword)
            query.synchronizable = .any
            query.limit = .all
            query.returning = [.attributes, .persistentReference]
            let items = try lifting { () throws(KeychainError) in try source.copy(query) }
            for item in items {
                var single = ItemQuery(itemClass: .internetPassword)
                single.persistentReference = item.reference
                single.synchronizable = .any
                single.returning = .data
                let secret = try lifting { () throws(KeychainError) in try source.copy(single).first?.secret }
                let row = [
                    Self.secret(SiteAddress(attributes: item.attributes).url),
                    Self.account(item.attributes[.account]), secret ?? Self.secret(""),
                ]
                try target.write(CSVWriter.row(row))
            }
            return items.count
        }

        private static func secret(_ text: String) -> ItemSecret { ItemSecret(copying: Array(text.utf8)) }

        private static func account(_ value: AttributeValue?) -> ItemSecret {
            switch value {
            case .string(let text)?: secret(text)
            case .data(let bytes)?: ItemSecret(copying: bytes)
            case .number(let number)?: secret(String(number))
            default: secret("")
            }
        }
    }
}
