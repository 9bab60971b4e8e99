// `latchkey export csv`: internet passwords as a browser imports them.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

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
            let report = try reporting("exporting to \(file == "-" ? "standard output" : file)") {
                () throws(ToolFailure) in
                var target = try ExportFile(path: file)
                try target.write(CSVWriter.row(["url", "username", "password"].map(Self.secret)))
                let report = try write(source, to: &target)
                // A file without passwords would look like an export.
                if let refusal = report.refusal, report.exported == 0 { throw .keychain(refusal) }
                try target.finish()
                return report
            }
            Console.errors.writeLine(
                """
                latchkey: exported \(report.exported); the passwords are not encrypted there: delete them as soon as \
                you can
                """)
            let nothing = KeychainError(.itemNotFound, during: "searching a keychain")
            if report.exported == 0, let hint = source.client.explaining(nothing).hint {
                Console.errors.writeLine("latchkey: hint: \(hint)")
            }
            guard let refusal = report.refusal else { return }
            Console.errors.writeLine("latchkey: left out \(report.leftOut), which the keychain does not give")
            throw ExitCode(refusal.code.rawValue & 0xff)
        }

        private struct Report {
            var exported = 0
            var leftOut = 0
            /// Why the first was left out.
            var refusal: KeychainError?
        }

        /// One secret at a time, in the order in which the items were made. Those of other programs are the user's to
        /// permit, one after the other; what they do not permit is left out, and named.
        private func write(_ source: OpenedKeychain, to target: inout ExportFile) throws(ToolFailure) -> Report {
            var query = ItemQuery(itemClass: .internetPassword)
            query.synchronizable = .any
            query.limit = .all
            query.returning = [.attributes, .persistentReference]
            let items = try lifting { () throws(KeychainError) in try source.client.found(query, in: source.address) }
            var report = Report()
            for item in items {
                let url = SiteAddress(attributes: item.attributes).url
                var single = ItemQuery(itemClass: .internetPassword)
                single.persistentReference = item.reference
                single.synchronizable = .any
                single.returning = .data
                let secret: ItemSecret?
                do throws(KeychainError) {
                    secret = try source.client.found(single, in: source.address).first?.secret
                } catch  where error.code == .interactionNotAllowed || error.code == .userCanceled {
                    let place = PrintableText.of(SiteAddress(attributes: item.attributes).place)
                    Console.errors.write(
                        StatusMessage.lines(for: error, from: "latchkey", calling: "leaving out \(place)"))
                    report.leftOut += 1
                    report.refusal = report.refusal ?? error
                    continue
                } catch {
                    throw .keychain(error)
                }
                let row = [Self.secret(url), Self.account(item.attributes[.account]), secret ?? Self.secret("")]
                try target.write(CSVWriter.row(row))
                report.exported += 1
            }
            return report
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
