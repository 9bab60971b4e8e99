// `find-generic-password` and `find-internet-password`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct FindCommand {
    private static let function = "SecKeychainSearchCopyNext"
    private let itemClass: ItemClass

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Shows the first item that matches in the first keychain that has one (reference 6.6.6).
    package func run(_ arguments: ParsedArguments, _ context: ToolContext) throws(CommandFailure) {
        let attributes = try ItemArguments.attributes(of: itemClass, from: arguments)
        var query = ItemArguments.query(itemClass, matching: attributes)
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let showsPasswordOnly = arguments.has("w")
        let showsPassword = arguments.has("g")
        // Attributes alone are shown even where the secret is locked.
        if showsPasswordOnly || showsPassword { query.returning.insert(.data) }
        let (item, keychain) = try Self.first(query, in: keychains, context)
        let secret = item.secret ?? ItemSecret(copying: [])
        if showsPasswordOnly {
            context.output.write(BufferRule.plainText(of: secret.bytes))
            context.output.write("\n")
            return
        }
        context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path))
        if showsPassword {
            context.errors.write("password: ")
            context.errors.write(BufferRule.text(of: secret.bytes))
            context.errors.write("\n")
        }
    }

    /// The first match in the order of the keychains.
    package static func first(
        _ query: ItemQuery, in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(CommandFailure) -> (item: ReturnedItem, keychain: NamedKeychain) {
        for keychain in keychains {
            do {
                if let item = try context.client.copy(query, in: keychain.address).first { return (item, keychain) }
            } catch  where error.code == .itemNotFound {
                continue
            } catch {
                throw .keychain(error, function: function)
            }
        }
        throw .keychain(context.nothingFound, function: function)
    }
}
