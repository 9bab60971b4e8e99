// A password as the command line gives it: in a word, from standard input, or by asking.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package enum PasswordArgument {
    private static let tries = 3

    /// The value of an option; `-` stands for all of standard input without one last newline.
    package static func read(_ word: ItemSecret, in context: ToolContext) throws(CommandFailure) -> ItemSecret {
        word.isEqual(to: "-") ? try readInput(in: context) : word
    }

    /// All of standard input, without one last newline if that is no part of it.
    package static func readInput(
        in context: ToolContext, keepsLastNewline: Bool = false
    ) throws(CommandFailure) -> ItemSecret {
        guard !context.readsCommandsFromInput else {
            throw .message("standard input holds commands in interactive mode, so a password cannot come from it")
        }
        do {
            if keepsLastNewline {
                return ItemSecret(
                    try SecretStream.read(from: STDIN_FILENO, atMost: PasswordFile.largestCount))
            }
            return try PasswordFile.read(from: STDIN_FILENO)
        } catch {
            throw .message("the password could not be read from standard input")
        }
    }

    /// A new password of a keychain. Only an empty word means none: empty input is a pipe that has failed.
    package static func readNew(_ word: ItemSecret, in context: ToolContext) throws(CommandFailure) -> ItemSecret {
        let password = try read(word, in: context)
        guard password.count > 0 || word.count == 0 else {
            throw .message("standard input holds no password; an empty word stands for none")
        }
        return password
    }

    /// Asks for a new password twice, at most three times.
    package static func askNew(
        _ question: String, again: String, in context: ToolContext
    ) throws(CommandFailure) -> ItemSecret {
        for _ in 0..<tries {
            let first = try ask(question, in: context)
            if first == (try ask(again, in: context)) { return first }
            context.errors.writeLine("passwords don't match")
        }
        throw .reported(result: 1)
    }

    /// The password that unlocks `keychain`, where the command line has none.
    package static func askExisting(
        _ question: String, function: String, keychain: NamedKeychain, in context: ToolContext
    ) throws(CommandFailure) -> ItemSecret {
        try calling(function, on: keychain.name) { () throws(KeychainError) in
            try PasswordSource.unlockPassword(
                asking: question, configuration: context.client.configuration,
                hint: """
                    there is no terminal to ask on; give the password on standard input, with - as the value of the \
                    option, or name its file in LATCHKEY_PASSWORD_FILE
                    """)
        }
    }

    /// Asks once.
    package static func ask(_ question: String, in context: ToolContext) throws(CommandFailure) -> ItemSecret {
        do {
            return try TerminalPrompt.askPassword(question)
        } catch .aborted {
            throw .aborted
        } catch {
            throw .message(
                """
                there is no terminal to ask for a password on
                security: hint: give the password on standard input, with - as the value of the option
                """)
        }
    }
}
