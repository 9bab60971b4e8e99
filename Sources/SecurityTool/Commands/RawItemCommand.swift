// `security item`: the four calls on items, by the names of their columns (reference 6.8).
// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainModel
import KeychainTooling

package enum RawItemCommand {
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("say which items are meant: class=...,attr=value,...") }
        let calls = [arguments.has("a"), arguments.last("u") != nil, arguments.has("D"), arguments.has("q")]
        guard calls.count(where: \.self) <= 1 else { throw .usage("only one of -q, -a, -u and -D") }
        let keychain = try context.keychain(from: arguments.last("k").map { [$0] } ?? [])
        let item = try RawItem(arguments.operands)
        guard !item.isIdentity || !arguments.has("a") && arguments.last("u") == nil else {
            throw .usage("an identity is a certificate and a key: add or change those")
        }
        if arguments.has("a") {
            try add(item, to: keychain, context)
        } else if let changes = arguments.last("u") {
            try update(item, changes, in: keychain, context)
        } else if arguments.has("D") {
            try delete(item, from: keychain, context)
        } else if item.isIdentity {
            try showIdentities(item, withSecret: arguments.has("g"), in: keychain, context)
        } else {
            try show(item, withSecret: arguments.has("g"), in: keychain, context)
        }
    }

    private static func show(
        _ item: RawItem, withSecret: Bool, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        var query = try item.search()
        if withSecret { query.returning.insert(.data) }
        let items = try calling("SecItemCopyMatching") { () throws(KeychainError) in
            try context.copy(query, in: keychain)
        }
        for (index, item) in items.enumerated() {
            if index > 0 { context.output.write("\n") }
            context.output.write(RawListing.text(of: item))
            if withSecret { show(item.secret, context) }
        }
    }

    private static func showIdentities(
        _ item: RawItem, withSecret: Bool, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        var query = try item.identities(calling: "SecItemCopyMatching")
        if withSecret { query.returning.insert(.data) }
        let identities = try calling("SecItemCopyMatching") { () throws(KeychainError) in
            try context.found(query, in: keychain)
        }
        guard !identities.isEmpty else {
            throw .keychain(
                KeychainError(.itemNotFound, during: "searching for identities"), function: "SecItemCopyMatching")
        }
        for (index, identity) in identities.enumerated() {
            if index > 0 { context.output.write("\n") }
            context.output.write(RawListing.text(of: identity))
            if withSecret { show(identity.key.secret, context) }
        }
    }

    private static func show(_ secret: ItemSecret?, _ context: ToolContext) {
        guard let secret else { return }
        context.output.write("v_Data=")
        context.output.write(BufferRule.assignedText(of: secret.bytes))
        context.output.write("\n")
    }

    private static func add(
        _ item: RawItem, to keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        var addition = try item.addition()
        addition.secret = try secret(of: item, in: addition.itemClass, context)
        try perform(.add(addition), in: keychain, calling: "SecItemAdd", context)
    }

    private static func update(
        _ item: RawItem, _ changes: ItemSecret, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        let function = "SecItemUpdate"
        let query = try item.selection(calling: function)
        let changed = try RawItem([changes])
        var change = try changed.change(of: query.itemClass)
        change.secret = try secret(of: changed, in: query.itemClass, context)
        try perform(.update(query, change), in: keychain, calling: function, context)
    }

    private static func delete(
        _ item: RawItem, from keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        let function = "SecItemDelete"
        guard !item.isIdentity else {
            let query = try item.deletedIdentity()
            return try perform(.deleteIdentity(query), in: keychain, calling: function, context)
        }
        try perform(.delete(try item.selection(calling: function)), in: keychain, calling: function, context)
    }

    private static func perform(
        _ request: Request, in keychain: NamedKeychain, calling function: String, _ context: ToolContext
    ) throws(CommandFailure) {
        try calling(function) { () throws(KeychainError) in
            _ = try context.client.perform(request, inKeychainAt: keychain.path)
        }
    }

    private static func secret(
        of item: RawItem, in itemClass: ItemClass, _ context: ToolContext
    ) throws(CommandFailure) -> ItemSecret? {
        switch item.secret {
        case nil: nil
        case .given(let secret)?: secret
        case .standardInput?:
            // A password has no line end of its own; a certificate or key may end with that byte.
            try PasswordArgument.readInput(
                in: context, keepsLastNewline: itemClass == .certificate || itemClass == .key)
        case .prompt?:
            try PasswordArgument.askNew("data of the item: ", again: "retype data of the item: ", in: context)
        }
    }
}
