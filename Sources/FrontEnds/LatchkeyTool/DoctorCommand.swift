// `latchkey doctor`: examines a keychain and the files around it.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Examine a keychain: its file, its items, its permissions.",
        discussion: """
            Opens every item that can be opened. A damaged one is moved to the quarantine of the keychain, where nothing \
            is lost until you decide: --export keeps a copy, --restore puts back what opens again, --remove gives it up. \
            The exit status is 0 where there is nothing to say, and 1 where there are findings.
            """)

    @Option(help: "The keychain (default: the default keychain).")
    var keychain: String?

    @Option(
        name: .customLong("export"), help: "Write the rows in quarantine to a file that must not be there yet, or - .",
        completion: .file())
    var exportFile: String?

    @Option(help: "Put a row in quarantine back where it opens again: its number, or all.")
    var restore: [RowChoice] = []

    @Option(help: "Take a row out of quarantine for good: its number, or all.")
    var remove: [RowChoice] = []

    func run() throws {
        let target = try OpenedKeychain(named: keychain, unlocking: false)
        var report = DoctorReport()
        let elsewhere = target.survey
        if elsewhere != nil {
            report.add(UnadoptedKeychains.findings(target.client.configuration))
            report.advise(UnadoptedKeychains.advice(target.client.configuration))
        } else {
            report.add(FilePermissions.findings(home: target.client.configuration.home, keychain: target.path))
            report.add(KeptFiles.findings(keychain: target.path))
            report.add(UnadoptedKeychains.movedAway(target.client.configuration))
            report.advise(UnadoptedKeychains.advice(target.client.configuration))
        }
        // Without a daemon programs of one user are not kept apart at all.
        if target.client.configuration.socket != nil {
            report.advise(MachineAdvice.lines(MachineSetting.text))
            if let own = try? target.client.identity() { report.add(own) }
        }
        var quarantined: [Examination.Quarantined] = []
        do throws(KeychainError) {
            if target.exists || keychain != nil {
                report.add(try target.client.status(target.address))
                report.add(
                    try target.client.presence(target.address), isEnforced: target.client.configuration.socket != nil)
                let examination = try target.client.examine(target.address)
                quarantined = examination.quarantined
                report.add(examination)
            }
        } catch {
            report.add(error)
        }
        if exportFile != nil || !restore.isEmpty || !remove.isEmpty {
            try decide(about: quarantined, in: target, findings: &report)
        }
        Console.output.write(report.text(keychain: elsewhere?.path ?? target.path, exists: target.exists))
        if report.hasFindings { throw ExitCode(1) }
    }

    /// Exports first, so that nothing is given up that was asked for; the report then shows what is left.
    private func decide(
        about quarantined: [Examination.Quarantined], in target: OpenedKeychain, findings report: inout DoctorReport
    ) throws {
        let quarantine = QuarantineWork(target)
        let (restored, removed) = try reporting("looking into the quarantine") { () throws(ToolFailure) in
            (try RowChoice.rows(restore, of: quarantined), try RowChoice.rows(remove, of: quarantined))
        }
        if let exportFile {
            try reporting("exporting to \(exportFile == "-" ? "standard output" : exportFile)") {
                () throws(ToolFailure) in try quarantine.export(quarantined, to: exportFile)
            }
        }
        try reporting("restoring rows") { () throws(ToolFailure) in try quarantine.restore(restored) }
        try reporting("removing rows") { () throws(ToolFailure) in try quarantine.remove(removed) }
        guard !restored.isEmpty || !removed.isEmpty else { return }
        let examination = try reporting("examining the keychain") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try target.client.examine(target.address) }
        }
        report.add(examination)
    }
}
