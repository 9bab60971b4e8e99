// `latchkey backup`: one file with every item of a keychain.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up a keychain to one encrypted file.",
        discussion: """
            The file is encrypted under a password of its own, which the command asks for. Items that stay on this device \
            come back on this device only. Items that are lost with the keychain's password, that ask for a proof, or \
            that are on a token are left out; the command says how many. The keychain's password is asked for as well, \
            since whoever has the backup has every item, whatever program it is of.
            """)

    @Argument(help: "The file.", completion: .file())
    var file: String?

    @Option(help: "The file, or - for standard output.", completion: .file())
    var output: String?

    @Option(help: "The keychain (default: the default keychain).")
    var keychain: String?

    @Option(help: "Read the password of the backup from a file.", completion: .file())
    var passwordFile: String?

    @Flag(help: "Replace the file if it is there, once the new one is whole.")
    var replace = false

    func validate() throws {
        guard (file == nil) != (output == nil) else { throw ValidationError("Name one file for the backup.") }
    }

    private var path: String { file ?? output ?? "-" }

    func run() throws {
        let source = try OpenedKeychain(named: keychain, unlocking: false)
        try reporting("backing up \(source.path)") { () throws(ToolFailure) in
            guard path != "-" || isatty(STDOUT_FILENO) == 0 else {
                throw .message("a backup is no text for a terminal; name a file, or a pipe")
            }
            let proof = try BackupPasswords.proof(of: source)
            let password = try BackupPasswords.new(fromFile: passwordFile)
            let summary = try working { () throws(BackupJob.Failure) in
                try BackupJob(source.client, of: source.address)
                    .backUp(to: path, replacing: replace, under: password, provenBy: proof)
            }
            Console.errors.write(BackupText(of: "latchkey").lines(of: summary))
        }
    }
}

/// Lifts a failure of a backup or a restore.
func working<R>(_ body: () throws(BackupJob.Failure) -> R) throws(ToolFailure) -> R {
    do throws(BackupJob.Failure) {
        return try body()
    } catch {
        switch error {
        case .file(let failure): throw .message(failure.message)
        case .keychain(let failure): throw .keychain(failure)
        }
    }
}
