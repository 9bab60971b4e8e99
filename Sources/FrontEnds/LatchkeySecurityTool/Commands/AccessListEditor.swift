// `dump-keychain -i`: changes the access lists of items by what a user types.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// Reads edits from standard input, one a line. Each is done at once.
package struct AccessListEditor: ~Copyable {
    private var input = CommandInput(descriptor: STDIN_FILENO)
    private let context: ToolContext

    package init(in context: ToolContext) { self.context = context }

    private static let question = "add PATH, remove NUMBER, none, any, next or quit> "
    private static let explanation = """
        an edit is one of: add PATH, remove NUMBER, none (nobody beside the item's access group), any (any application), \
        next (or an empty line), quit
        """

    /// Shows the list of `item` and changes it until the user goes on.
    /// - Returns: false if the user quits.
    package mutating func edit(_ item: ReturnedItem, of keychain: NamedKeychain) throws(CommandFailure) -> Bool {
        let context = context
        var list = try calling("SecKeychainItemCopyAccess") { () throws(KeychainError) in
            try Self.list(of: item, in: keychain, context)
        }
        context.output.write(AccessListing.text(of: list))
        while true {
            let words = try nextWords()
            switch words.first ?? "next" {
            case "next" where words.count <= 1: return true
            case "quit" where words.count == 1: return false
            default:
                do {
                    guard let changed = try change(list, by: words) else {
                        context.note(Self.explanation)
                        continue
                    }
                    try store(changed, of: item, in: keychain)
                    list = changed
                    context.output.write(AccessListing.text(of: list))
                } catch .message(let text) {
                    // A path or a number that was mistyped; the user can type another.
                    context.note(text)
                }
            }
        }
    }

    /// The access list of an item.
    package static func list(
        of item: ReturnedItem, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> AccessList {
        try context.client.accessList(of: item.reference, in: keychain.address)
    }

    private mutating func nextWords() throws(CommandFailure) -> [String] {
        while true {
            if isatty(STDIN_FILENO) == 1 { context.errors.write(Self.question) }
            do {
                guard let words = try input.nextWords() else { break }
                return words.map(\.publicText)
            } catch {
                context.note(error.message)
            }
        }
        throw .message(
            """
            standard input ended while an access list was edited; what was typed before it is done
            security: hint: end each item with the line next, or all of them with the line quit
            """)
    }

    /// - Returns: nil for words that are no edit.
    private func change(_ list: AccessList, by words: [String]) throws(CommandFailure) -> AccessList? {
        switch (words.first, words.count) {
        case ("none", 1): return .groupOnly
        case ("any", 1): return AccessList([.anyApplication])
        case ("add", 2):
            let application = try AccessArguments.application(at: words[1], in: context)
            return AccessList(list.entries.filter { $0 != .anyApplication } + [.application(application)])
        case ("remove", 2):
            guard let number = Int(words[1]), list.entries.indices.contains(number),
                !list.entries.contains(.anyApplication)
            else { throw .message("\(words[1]): no application of the list has this number") }
            var entries = list.entries
            entries.remove(at: number)
            return AccessList(entries)
        default: return nil
        }
    }

    private func store(
        _ list: AccessList, of item: ReturnedItem, in keychain: NamedKeychain
    ) throws(CommandFailure) {
        var change = ItemChange()
        change.accessList = list
        let function = "SecKeychainItemSetAccess"
        do throws(KeychainError) {
            try context.client.update(ItemArguments.query(item), with: change, in: keychain.address)
        } catch {
            guard error.code == .interactionNotAllowed, context.client.configuration.socket != nil else {
                throw .keychain(error, function: function)
            }
            // Another program's item: only the user may say who reads it.
            let password = try KeychainPassword.of(keychain, given: nil, calling: function, in: context)
            try calling(function, on: keychain.name) { () throws(KeychainError) in
                try context.client.setAccessList(
                    of: item.reference, to: list, provenBy: password, in: keychain.address)
            }
        }
    }
}
