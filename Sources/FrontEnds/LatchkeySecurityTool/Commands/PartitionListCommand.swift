// `set-generic-password-partition-list`, `set-internet-password-partition-list` and `set-key-partition-list`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct PartitionListCommand {
    private static let function = "SecKeychainItemSetAccessWithPassword"
    private let itemClass: ItemClass

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Gives the first password that matches, or every key, the access list of `-S`.
    package func run(_ arguments: ParsedArguments, _ context: ToolContext) throws(CommandFailure) {
        guard let text = arguments.text("S") else { throw .usage("say with -S who may read") }
        let list = try PartitionList.accessList(text, in: context)
        var query = ItemArguments.query(itemClass, matching: try attributes(from: arguments))
        let keychains = try context.searchedKeychains(from: arguments.operands)
        guard itemClass == .key else {
            let (item, keychain) = try FindCommand.first(query, in: keychains, context)
            return try set(list, of: [item], in: keychain, arguments, context)
        }
        query.limit = .all
        var isFound = false
        for keychain in keychains {
            let items = try calling(Self.function, on: keychain.name) { () throws(KeychainError) in
                try context.client.found(query, in: keychain.address)
            }
            guard !items.isEmpty else { continue }
            try set(list, of: items, in: keychain, arguments, context)
            isFound = true
        }
        guard isFound else {
            throw .keychain(
                KeychainError(.itemNotFound, during: "searching for a key"), function: Self.function)
        }
    }

    private func attributes(from arguments: ParsedArguments) throws(CommandFailure) -> AttributeValues {
        itemClass == .key
            ? try FindKeyCommand.attributes(from: arguments)
            : try ItemArguments.attributes(of: itemClass, from: arguments)
    }

    private func set(
        _ list: AccessList, of items: [ReturnedItem], in keychain: NamedKeychain, _ arguments: ParsedArguments,
        _ context: ToolContext
    ) throws(CommandFailure) {
        let password = try KeychainPassword.of(
            keychain, given: arguments.last("k"), calling: Self.function, in: context)
        for item in items {
            try calling(Self.function, on: keychain.name) { () throws(KeychainError) in
                try context.client.setAccessList(
                    of: item.reference, to: list, provenBy: password, in: keychain.address)
            }
            context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path))
            context.output.write(AccessListing.text(of: list))
        }
    }
}
