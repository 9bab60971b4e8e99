// `latchkey team list`: the teams that are trusted here.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import KeychainCertificates
import KeychainSignature
import KeychainTooling

struct TeamListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the teams that are trusted on this machine.",
        discussion: "The exit status is 1 where a file of the directory does not count; standard error says why.")

    @OptionGroup var target: TeamDirectoryOption

    func run() throws {
        let roots = target.roots
        var hasRefusal = false
        for entry in roots.entries() {
            for root in entry.roots {
                Console.output.writeLine(
                    """
                    \(root.team)  \(root.certificate.subjectSummary ?? "")  until \
                    \(Fingerprint.day(root.certificate.validity.notAfter))  SHA-256 \(Fingerprint.text(root.certificate))  \
                    \(entry.name)
                    """)
            }
            if let refusal = entry.refusal {
                Console.errors.writeLine("latchkey: \(target.path)/\(entry.name) does not count: \(refusal)")
                hasRefusal = true
            }
        }
        if hasRefusal { throw ExitCode(1) }
    }
}
