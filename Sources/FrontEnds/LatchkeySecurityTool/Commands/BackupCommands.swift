// `keychain-export`, `keychain-import` and `keychain-backup-get-uuid`: backups under the names that Apple's tool has.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum BackupCommands {
    package static let export: Command.Action = { (arguments, context) throws(CommandFailure) in
        let (keychain, path) = try places(of: arguments, in: context)
        let proof = try KeychainPassword.of(keychain, given: nil, calling: "SecKeychainBackup", in: context)
        let password =
            if let word = arguments.last("p") {
                try PasswordArgument.readNew(word, in: context)
            } else {
                try PasswordArgument.askNew(
                    "password for the backup: ", again: "retype password for the backup: ", in: context)
            }
        let summary = try working("SecKeychainBackup", on: keychain) { () throws(BackupJob.Failure) in
            try BackupJob(context.client, of: keychain.address)
                .backUp(to: path, replacing: false, under: password, provenBy: proof)
        }
        context.errors.write(BackupText(of: "security").lines(of: summary))
    }

    package static let restore: Command.Action = { (arguments, context) throws(CommandFailure) in
        let (keychain, path) = try places(of: arguments, in: context)
        let file: BackupFile
        do throws(FileFailure) {
            file = try BackupFile(path: path)
        } catch {
            throw .message("\(path): \(error.message)")
        }
        let proof = try KeychainPassword.of(
            keychain, given: nil, calling: "SecKeychainRestoreBackup", in: context)
        let password =
            if let word = arguments.last("p") {
                try PasswordArgument.read(word, in: context)
            } else {
                try PasswordArgument.ask("password of the backup: ", in: context)
            }
        let report = try working("SecKeychainRestoreBackup", on: keychain) { () throws(BackupJob.Failure) in
            try BackupJob(context.client, of: keychain.address).restore(file, under: password, provenBy: proof)
        }
        context.errors.write(BackupText(of: "security").lines(of: report, isDryRun: false))
    }

    package static let identifier: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.count == 1, let path = arguments.operands.first?.publicText else { throw .usage() }
        do throws(FileFailure) {
            context.output.writeLine(try BackupFile(path: path).identifier())
        } catch {
            throw .message("\(path): \(error.message)")
        }
    }

    private static func places(
        of arguments: ParsedArguments, in context: ToolContext
    ) throws(CommandFailure) -> (NamedKeychain, path: String) {
        guard arguments.operands.count == 1, let path = arguments.operands.first?.publicText else { throw .usage() }
        return (try context.keychain(from: arguments.all("k") ?? []), path)
    }

    private static func working<R>(
        _ function: String, on keychain: NamedKeychain, _ body: () throws(BackupJob.Failure) -> R
    ) throws(CommandFailure) -> R {
        do throws(BackupJob.Failure) {
            return try body()
        } catch {
            switch error {
            case .file(let failure): throw .message(failure.message)
            case .keychain(let failure): throw .keychain(failure, function: function, argument: keychain.name)
            }
        }
    }
}
