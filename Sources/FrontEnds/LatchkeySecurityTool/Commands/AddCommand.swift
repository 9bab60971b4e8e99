// `add-generic-password` and `add-internet-password`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct AddCommand {
    private let itemClass: ItemClass

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Adds to the named keychain or the default one; with `-U` an item that is there already is changed instead.
    package func run(_ arguments: ParsedArguments, _ context: ToolContext) throws(CommandFailure) {
        guard arguments.last("a") != nil, arguments.last("s") != nil, arguments.operands.count <= 1 else {
            throw .usage()
        }
        var attributes = try ItemArguments.attributes(of: itemClass, from: arguments)
        attributes[.label] = attributes[.label] ?? attributes[primaryName]
        let sought = attributes
        attributes[.description] = attributes[.description] ?? defaultKind
        if itemClass == .internetPassword, attributes[.authenticationType] == nil {
            attributes[.authenticationType] = .string("dflt")
        }
        let accessList = try AccessArguments.list(from: arguments, in: context)
        let secret = try password(from: arguments, in: context)
        if arguments.has("U") {
            var change = ItemChange()
            // What was not given stays as it is; only what was given is sure to be meant.
            change.attributes = sought
            change.secret = secret
            change.accessList = accessList
            if try update(sought, with: change, arguments, context) { return }
        }

        var addition = ItemAddition(itemClass: itemClass)
        addition.attributes = attributes
        addition.secret = secret ?? ItemSecret(copying: [])
        addition.accessList = accessList
        let keychain = try context.keychain(from: arguments.operands)
        try context.requireFile(
            keychain, isNamed: !arguments.operands.isEmpty, calling: "SecKeychainItemCreateFromContent",
            on: "(\(keychain.name))")
        let argument = arguments.operands.isEmpty ? "(<default>)" : "(\(keychain.name))"
        try calling("SecKeychainItemCreateFromContent", on: argument) { () throws(KeychainError) in
            _ = try context.client.add(addition, in: keychain.address)
        }
    }

    /// The attribute that `-s` gives, which is the label if there is no other.
    private var primaryName: Attribute { itemClass == .internetPassword ? .server : .service }

    private var defaultKind: AttributeValue {
        .string(itemClass == .internetPassword ? "Internet password" : "application password")
    }

    /// The last option that gives a password, or nil if there is none.
    private func password(
        from arguments: ParsedArguments, in context: ToolContext
    ) throws(CommandFailure) -> ItemSecret? {
        if arguments.asking != nil {
            return try PasswordArgument.askNew(
                "password data for new item: ", again: "retype password for new item: ", in: context)
        }
        if let digits = arguments.last("X") { return try Hexadecimal.decode(digits.bytes) }
        let letters: [Character] = itemClass == .genericPassword ? ["w", "p"] : ["w"]
        for letter in letters {
            if let word = arguments.last(letter) { return try PasswordArgument.read(word, in: context) }
        }
        return nil
    }

    /// Changes the first item that has all attributes that were given (reference 6.6.4).
    /// - Returns: false if there is none.
    private func update(
        _ sought: AttributeValues, with change: ItemChange, _ arguments: ParsedArguments,
        _ context: ToolContext
    ) throws(CommandFailure) -> Bool {
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let found: (item: ReturnedItem, keychain: NamedKeychain)
        do {
            found = try FindCommand.first(ItemArguments.query(itemClass, matching: sought), in: keychains, context)
        } catch {
            if case .keychain(let reason, _, _) = error, reason.code == .itemNotFound { return false }
            throw error
        }
        try calling("SecKeychainItemModifyContent") { () throws(KeychainError) in
            try context.client.update(
                ItemArguments.query(found.item), with: change, in: found.keychain.address)
        }
        return true
    }
}
