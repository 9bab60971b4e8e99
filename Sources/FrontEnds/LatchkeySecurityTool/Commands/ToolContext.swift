// What a command works with: the keychain, the streams, and the names of keychains.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyTooling

package struct ToolContext: Sendable {
    package let client: KeychainClient
    package let output: Console
    package let errors: Console
    /// True in interactive mode: standard input then holds commands, not passwords.
    package let readsCommandsFromInput: Bool

    package init(
        client: KeychainClient, output: Console = .output, errors: Console = .errors,
        readsCommandsFromInput: Bool = false
    ) {
        self.client = client
        self.output = output
        self.errors = errors
        self.readsCommandsFromInput = readsCommandsFromInput
    }

    /// A line for the user, beside what was asked for.
    package func note(_ text: String) { errors.writeLine("security: \(text)") }

    /// The error of a search without a result, with what may explain it.
    package var nothingFound: KeychainError {
        client.explaining(KeychainError(.itemNotFound, during: "searching the keychains"))
    }

    /// Says why a listing may be empty, if there is something to say.
    package func noteNothingFound() {
        if let hint = nothingFound.hint { note("hint: \(hint)") }
    }

    /// The file of the one keychain that the operands name, or of the default one.
    package func keychain(from operands: [ItemSecret]) throws(CommandFailure) -> NamedKeychain {
        guard operands.count <= 1 else { throw .usage("one keychain at a time") }
        if let operand = operands.first { return named(operand) }
        let path = try calling("SecKeychainCopyDefault") { () throws(KeychainError) in
            try client.preferences.defaultKeychain()
        }
        return NamedKeychain(name: path, path: path)
    }

    /// The keychains to search: those that the operands name, else the search list.
    /// - Throws: -25294 for a named keychain that is not there. One of the search list that is not there is left out.
    package func searchedKeychains(from operands: [ItemSecret]) throws(CommandFailure) -> [NamedKeychain] {
        guard operands.isEmpty else {
            let keychains = operands.map(named)
            for keychain in keychains where !client.hasKeychain(at: keychain.path) {
                throw .keychain(
                    KeychainError(
                        .noSuchKeychain, during: "searching a keychain", hint: "make it with `security create-keychain`"
                    ),
                    function: "SecKeychainOpen", argument: keychain.name)
            }
            return keychains
        }
        let paths = try calling("SecKeychainCopySearchList") { () throws(KeychainError) in
            try client.preferences.searchList()
        }
        return paths.map { NamedKeychain(name: $0, path: $0) }.filter { client.hasKeychain(at: $0.path) }
    }

    package func named(_ operand: ItemSecret) -> NamedKeychain {
        let name = operand.publicText
        return NamedKeychain(name: name, path: client.preferences.path(ofKeychainNamed: name))
    }

    /// A keychain that is named must be there; only the default one is made by its first item.
    package func requireFile(
        _ keychain: NamedKeychain, isNamed: Bool, calling function: String, on argument: String? = nil
    ) throws(CommandFailure) {
        guard isNamed, !client.hasKeychain(at: keychain.path) else { return }
        throw .keychain(
            KeychainError(
                .noSuchKeychain, during: "adding to a keychain", hint: "make it with `security create-keychain`"),
            function: function, argument: argument ?? keychain.name)
    }
}

/// A keychain as the user named it, and its file.
package struct NamedKeychain: Hashable, Sendable {
    package let name: String
    package let path: String

    var address: KeychainAddress { .file(path) }

    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
