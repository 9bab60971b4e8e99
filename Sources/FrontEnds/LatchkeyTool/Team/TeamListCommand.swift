// `latchkey team list`: the teams that are trusted here.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeyCertificates
import LatchkeySignature
import LatchkeyTooling

struct TeamListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the teams that are trusted on this machine.",
        discussion: "The exit status is 1 where a file of the directory does not count; standard error says why.")

    @OptionGroup var target: TeamDirectoryOption

    func run() throws {
        let roots = target.roots
        var hasRefusal = false
        let entries = try reporting("reading \(target.path)") { () throws(ToolFailure) in
            do throws(SignatureProblem) {
                return try roots.entries()
            } catch {
                guard case .unreadable(let code) = error else { throw .message("\(error.reason)") }
                throw .message(unsafe String(cString: strerror(code)))
            }
        }
        for entry in entries {
            for root in entry.roots {
                Console.output.writeLine(
                    """
                    \(root.team)  \((root.certificate.subjectSummary ?? "").visible)  until \
                    \(Fingerprint.day(root.certificate.validity.notAfter))  SHA-256 \(Fingerprint.text(root.certificate))  \
                    \(entry.name.visible)
                    """)
            }
            if let refusal = entry.refusal {
                Console.errors.writeLine("latchkey: \(target.path)/\(entry.name.visible) does not count: \(refusal)")
                hasRefusal = true
            }
        }
        if hasRefusal { throw ExitCode(1) }
    }
}
