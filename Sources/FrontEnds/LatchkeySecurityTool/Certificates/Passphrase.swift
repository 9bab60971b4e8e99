// The passphrase of a file of keys: given in a word, or asked for if one is needed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyObjects
package import LatchkeyPlatform
import LatchkeyTooling

package struct Passphrase: Sendable {
    private let given: ItemSecret?
    private let context: ToolContext?

    /// - Parameter word: the value of `-P`, or nil to ask.
    package init(_ word: ItemSecret?, in context: ToolContext) throws(CommandFailure) {
        given = try word.map { word throws(CommandFailure) in try PasswordArgument.read(word, in: context) }
        self.context = context
    }

    /// Nobody can be asked.
    package init(_ passphrase: ItemSecret? = nil) {
        given = passphrase
        context = nil
    }

    /// For a file that is read: asked for if it is needed.
    package var ofFile: FilePassphrase {
        if let given { return .given(given) }
        return context.map { .asked(Asker(context: $0)) } ?? .none
    }

    private struct Asker: PassphraseAsker {
        let context: ToolContext

        func askPassphrase() throws -> ItemSecret {
            try PasswordArgument.ask("passphrase of the file: ", in: context)
        }

        func noteWrongPassphrase() { context.errors.writeLine("security: the passphrase is wrong") }
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
