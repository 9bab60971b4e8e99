// The password of a keychain, for what only the user may do.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package enum KeychainPassword {
    /// The word of an option, else what the user types, else the first configured password file.
    /// - Returns: nil for a keychain without a password.
    package static func of(
        _ keychain: NamedKeychain, given word: ItemSecret?, calling function: String, in context: ToolContext
    ) throws(CommandFailure) -> ItemSecret? {
        if let word { return try PasswordArgument.read(word, in: context) }
        let status = try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.status(keychain.address)
        }
        guard status.hasPassword else { return nil }
        return try PasswordArgument.askExisting(
            "password to unlock \(keychain.name): ", function: function, keychain: keychain, in: context)
    }
}
