// Where the passwords of backups come from.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

enum BackupPasswords {
    /// The keychain's own, which shows that it is the user who wants that; nil if it has none.
    static func proof(of keychain: OpenedKeychain) throws(ToolFailure) -> ItemSecret? {
        try lifting { () throws(KeychainError) in
            guard try keychain.client.status(keychain.address).hasPassword else { return nil }
            return try PasswordSource.unlockPassword(
                asking: "password of the keychain \(keychain.path): ", configuration: keychain.client.configuration,
                hint:
                    "a backup or a restore needs the password of the keychain; name a file with it in LATCHKEY_PASSWORD_FILE"
            )
        }
    }

    /// The one that a backup is to have, typed twice.
    static func new(fromFile file: String?) throws(ToolFailure) -> ItemSecret {
        let password =
            if let file { try read(file) } else {
                try ask("password for the backup: ", again: "retype the password for the backup: ")
            }
        guard password.count > 0 else { throw .message("a backup has a password; it cannot be empty") }
        return password
    }

    /// The one that a backup has.
    static func existing(fromFile file: String?) throws(ToolFailure) -> ItemSecret {
        if let file { return try read(file) }
        return try ask("password of the backup: ")
    }

    /// That of a keychain which is made; an empty one is none. Without a terminal, the configured one.
    static func ofNewKeychain(_ keychain: OpenedKeychain) throws(ToolFailure) -> ItemSecret {
        do throws(PromptFailure) {
            let password = try TerminalPrompt.askPassword("password for the new keychain \(keychain.path): ")
            guard try TerminalPrompt.askPassword("retype it: ") == password else { throw PromptFailure.aborted }
            return password
        } catch {
            guard error == .noTerminal, let file = keychain.client.configuration.passwordFiles.first else {
                throw .message(
                    error == .noTerminal
                        ? "no terminal to ask for the password of the new keychain on; name a file with it in "
                            + "LATCHKEY_PASSWORD_FILE" : "the passwords differ, or none was given")
            }
            return try read(file)
        }
    }

    private static func read(_ file: String) throws(ToolFailure) -> ItemSecret {
        try lifting { () throws(KeychainError) in try PasswordFile.read(path: file) }
    }

    private static func ask(_ question: String, again: String? = nil) throws(ToolFailure) -> ItemSecret {
        do throws(PromptFailure) {
            let password = try TerminalPrompt.askPassword(question)
            guard let again else { return password }
            if try TerminalPrompt.askPassword(again) == password { return password }
        } catch {
            throw .message(
                error == .noTerminal
                    ? "no terminal to ask for the password of the backup on; name a file with --password-file"
                    : "no password was given")
        }
        throw .message("the passwords differ; nothing was done")
    }
}
