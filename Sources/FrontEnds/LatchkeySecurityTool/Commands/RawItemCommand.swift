// `security item`: the four calls on items, by the names of their columns (reference 6.8).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery
import LatchkeyTooling

package enum RawItemCommand {
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("say which items are meant: class=...,attr=value,...") }
        let calls = [arguments.has("a"), arguments.last("u") != nil, arguments.has("D"), arguments.has("q")]
        guard calls.count(where: \.self) <= 1 else { throw .usage("only one of -q, -a, -u and -D") }
        let keychain = try context.keychain(from: arguments.last("k").map { [$0] } ?? [])
        let item = try RawItem(arguments.operands)
        if arguments.has("a") {
            try add(item, to: keychain, context)
        } else if let changes = arguments.last("u") {
            try update(item, try RawItem([changes]), in: keychain, context)
        } else if arguments.has("D") {
            try callingItems("SecItemDelete") { () throws(KeychainError) in
                _ = try context.client.perform(try item.deletion(), in: keychain.address)
            }
        } else {
            try show(item, withSecret: arguments.has("g"), in: keychain, context)
        }
    }

    private static func show(
        _ item: RawItem, withSecret: Bool, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        let function = "SecItemCopyMatching"
        let search = try callingItems(function) { () throws(KeychainError) in try item.search(withSecret: withSecret) }
        let found = try callingItems(function) { () throws(KeychainError) -> [(text: [UInt8], secret: ItemSecret?)] in
            switch search {
            case .items(let query):
                return try context.client.copy(query, in: keychain.address).map { (RawListing.text(of: $0), $0.secret) }
            case .identities(let query, _):
                return try context.client.found(query, in: keychain.address).map {
                    (RawListing.text(of: $0), $0.key.secret)
                }
            }
        }
        guard !found.isEmpty else {
            throw .keychain(KeychainError(.itemNotFound, during: "searching for items"), function: function)
        }
        for (index, one) in found.enumerated() {
            if index > 0 { context.output.write("\n") }
            context.output.write(one.text)
            show(one.secret, context)
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
        // What is wrong is told before the data is read or asked for.
        let function = "SecItemAdd"
        let planned = try callingItems(function) { () throws(KeychainError) in try item.addition() }
        let data = try data(of: item, isText: planned.itemClass.isPassword, context)
        try callingItems(function) { () throws(KeychainError) in
            _ = try context.client.add(try item.addition(data: data), in: keychain.address)
        }
    }

    private static func update(
        _ item: RawItem, _ changes: RawItem, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        let function = "SecItemUpdate"
        let planned = try callingItems(function) { () throws(KeychainError) in try item.update(changes) }
        let isText = if case .update(let query, _) = planned { query.itemClass.isPassword } else { false }
        let data = try data(of: changes, isText: isText, context)
        try callingItems(function) { () throws(KeychainError) in
            _ = try context.client.perform(try item.update(changes, data: data), in: keychain.address)
        }
    }

    /// Lifts a failure as the calls on items answer it.
    private static func callingItems<R>(
        _ function: String, _ body: () throws(KeychainError) -> R
    ) throws(CommandFailure) -> R {
        try calling(function) { () throws(KeychainError) in
            do throws(KeychainError) {
                return try body()
            } catch {
                throw error.ofItemCalls
            }
        }
    }

    private static func data(
        of item: RawItem, isText: Bool, _ context: ToolContext
    ) throws(CommandFailure) -> ItemSecret? {
        switch item.secret {
        case nil: nil
        case .given(let secret)?: secret
        case .standardInput?:
            // A password has no line end of its own; a certificate or key may end with that byte.
            try PasswordArgument.readInput(in: context, keepsLastNewline: !isText)
        case .prompt?:
            try PasswordArgument.askNew("data of the item: ", again: "retype data of the item: ", in: context)
        }
    }
}

extension ItemClass {
    fileprivate var isPassword: Bool { self == .genericPassword || self == .internetPassword }
}
