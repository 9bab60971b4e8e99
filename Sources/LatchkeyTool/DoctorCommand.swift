// `latchkey doctor`: examines a keychain and the files around it.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import KeychainClient
import KeychainModel
import KeychainTooling

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Examine a keychain: its file, its items, its permissions.",
        discussion: """
            Opens every item that can be opened. A damaged one is moved to the quarantine of the keychain, where nothing \
            is lost. The exit status is 0 where there is nothing to say, and 1 where there are findings.
            """)

    @Option(help: "The keychain (default: the default keychain).")
    var keychain: String?

    func run() throws {
        let target = try OpenedKeychain(named: keychain, unlocking: false)
        var report = DoctorReport()
        report.add(FilePermissions.findings(home: target.client.configuration.home, keychain: target.path))
        do throws(KeychainError) {
            if target.exists || keychain != nil {
                report.add(try target.status())
                if case .examination(let examination) = try target.client.perform(
                    .examine, inKeychainAt: target.path)
                {
                    report.add(examination)
                }
            }
        } catch {
            report.add(error)
        }
        Console.output.write(report.text(keychain: target.path, exists: target.exists))
        if report.hasFindings { throw ExitCode(1) }
    }
}
