// `latchkey restore`: the items of a backup in the place of those that are there.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a keychain from a backup.",
        discussion: """
            All of the backup is checked before anything changes. Then the items of the keychain that are not \
            synchronizable give way to those of the backup, in one step: if it is interrupted, the keychain is as it was. \
            A synchronizable item stays if it was modified later than that of the backup. With --into the backup goes to \
            a new keychain, and nothing gives way.
            """)

    @Argument(help: "The backup, which cannot be a pipe: it is read twice.", completion: .file())
    var file: String

    @Option(help: "The keychain (default: the default keychain).")
    var keychain: String?

    @Option(help: "Make a new keychain of this name, and restore to that.")
    var into: String?

    @Flag(help: "Check the backup, say what would be done, and change nothing.")
    var dryRun = false

    @Option(help: "Read the password of the backup from a file.", completion: .file())
    var passwordFile: String?

    func validate() throws {
        guard keychain == nil || into == nil else {
            throw ValidationError("A backup goes into a keychain that is there, or into a new one.")
        }
        guard into == nil || !dryRun else {
            throw ValidationError("With --into nothing gives way; a dry run needs no new keychain.")
        }
    }

    func run() throws {
        let source = try reporting("reading \(file)") { () throws(ToolFailure) in
            do throws(FileFailure) {
                return try BackupFile(path: file)
            } catch {
                throw .message(error.message)
            }
        }
        let target = try OpenedKeychain(named: into ?? keychain, unlocking: false)
        let work = dryRun ? "checking a backup for \(target.path)" : "restoring \(target.path)"
        try reporting(work) { () throws(ToolFailure) in
            let own = into == nil ? try BackupPasswords.proof(of: target) : nil
            let password = try BackupPasswords.existing(fromFile: passwordFile)
            let proof = into == nil ? own : try makeKeychain(target)
            let report: RestoreReport
            do throws(ToolFailure) {
                report = try working { () throws(BackupJob.Failure) in
                    try BackupJob(target.client, of: target.address)
                        .restore(source, under: password, provenBy: proof, dryRun: dryRun)
                }
            } catch {
                // Nothing of the backup is in it.
                if into != nil { try? target.client.destroy(target.address) }
                throw error
            }
            Console.errors.write(BackupText(of: "latchkey").lines(of: report, isDryRun: dryRun))
            if into != nil { try lifting { () throws(KeychainError) in try configure(target, as: report) } }
        }
    }

    /// - Returns: its password; nil for none.
    private func makeKeychain(_ target: OpenedKeychain) throws(ToolFailure) -> ItemSecret? {
        let password = try BackupPasswords.ofNewKeychain(target)
        try lifting { () throws(KeychainError) in
            try target.client.create(password: password.count == 0 ? nil : password, in: target.address)
        }
        return password.count == 0 ? nil : password
    }

    private func configure(_ target: OpenedKeychain, as report: RestoreReport) throws(KeychainError) {
        try target.client.set(report.settings, in: target.address)
        try target.client.preferences.changeSearchList { list in
            if !list.contains(target.path) { list.append(target.path) }
        }
    }
}
