// `delete-generic-password` and `delete-internet-password`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct DeleteCommand {
    private let itemClass: ItemClass

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Deletes the first match and no other; what it was goes to standard output.
    package func run(_ arguments: ParsedArguments, _ context: ToolContext) throws(CommandFailure) {
        let attributes = try ItemArguments.attributes(of: itemClass, from: arguments)
        guard !attributes.isEmpty else { throw .usage("say what is to be deleted") }
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let query = ItemArguments.query(itemClass, matching: attributes)
        let (item, keychain) = try FindCommand.first(query, in: keychains, context)
        context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path))
        try calling("SecKeychainItemDelete") { () throws(KeychainError) in
            try context.client.delete(ItemArguments.query(item), in: keychain.address)
        }
        context.errors.writeLine("password has been deleted.")
    }
}
