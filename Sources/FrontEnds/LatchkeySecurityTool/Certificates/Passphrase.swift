// The passphrase of a file of keys: given in a word, or asked for if one is needed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct Passphrase: Sendable {
    private let given: ItemSecret?
    private let context: ToolContext?

    private static let tries = 3

    /// - Parameter word: the value of `-P`, or nil to ask.
    package init(_ word: ItemSecret?, in context: ToolContext) throws(CommandFailure) {
        given = try word.map { word throws(CommandFailure) in try PasswordArgument.read(word, in: context) }
        self.context = context
    }

    /// Where nobody can be asked.
    package init(_ passphrase: ItemSecret? = nil) {
        given = passphrase
        context = nil
    }

    /// What `body` makes of a file that may be under a passphrase. Nobody is asked about a file without one.
    /// - Throws: -25293 for a passphrase that does not open it, after three of them at a prompt.
    package func opening<R>(
        _ function: String, _ body: (ItemSecret) throws(KeychainError) -> R
    ) throws(CommandFailure) -> R {
        if let given { return try calling(function) { () throws(KeychainError) in try body(given) } }
        var failure: KeychainError
        do throws(KeychainError) {
            return try body(ItemSecret(copying: []))
        } catch {
            failure = error
        }
        guard failure.code == .authFailed else { throw .keychain(failure, function: function) }
        guard let context else { throw .keychain(failure, function: function) }
        for _ in 0..<Self.tries {
            let passphrase = try PasswordArgument.ask("passphrase of the file: ", in: context)
            do throws(KeychainError) {
                return try body(passphrase)
            } catch {
                failure = error
            }
            guard failure.code == .authFailed else { break }
            context.errors.writeLine("security: the passphrase is wrong")
        }
        throw .keychain(failure, function: function)
    }

    /// A passphrase for a new file; asked for twice.
    package func new() throws(CommandFailure) -> ItemSecret {
        let passphrase: ItemSecret
        if let given {
            passphrase = given
        } else {
            guard let context else { throw .message("a passphrase is needed") }
            passphrase = try PasswordArgument.askNew(
                "passphrase of the new file: ", again: "retype passphrase of the new file: ", in: context)
        }
        guard passphrase.count > 0 else { throw .message("an empty passphrase protects nothing; give one with -P") }
        return passphrase
    }
}
