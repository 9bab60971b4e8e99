// `dump-keychain`: every item of some keychains.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum DumpCommand {
    private static let function = "SecKeychainSearchCopyNext"

    /// A keychain that cannot be read does not keep the others from being listed; the last failure is the result.
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        if arguments.has("i") { return try edit(arguments, context) }
        var failure: CommandFailure?
        var count = 0
        for keychain in try context.searchedKeychains(from: arguments.operands) {
            for itemClass in ItemClass.allCases {
                do throws(KeychainError) {
                    count += try dump(itemClass, of: keychain, arguments, context)
                } catch {
                    let reason = CommandFailure.keychain(error, function: function, argument: keychain.name)
                    context.errors.write(reason.report)
                    failure = .reported(result: reason.result)
                    break
                }
            }
        }
        if let failure { throw failure }
        if count == 0 { context.noteNothingFound() }
    }

    /// - Returns: how many there were.
    private static func dump(
        _ itemClass: ItemClass, of keychain: NamedKeychain, _ arguments: ParsedArguments, _ context: ToolContext
    ) throws(KeychainError) -> Int {
        let found = try items(of: itemClass, in: keychain, context)
        for item in found {
            context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path))
            if arguments.has("a") {
                let list = try AccessListEditor.list(of: item, in: keychain, context)
                context.output.write(AccessListing.text(of: list))
            }
            if arguments.has("r") { try dumpSealedData(of: item, keychain, context) }
            if arguments.has("d") { try dumpData(of: item, keychain, context) }
        }
        return found.count
    }

    private static func items(
        of itemClass: ItemClass, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> [ReturnedItem] {
        var query = ItemArguments.query(itemClass, matching: [:])
        query.limit = .all
        return try context.client.found(query, in: keychain.address)
    }

    /// Shows the items one after the other and lets the user change the access list of each.
    private static func edit(_ arguments: ParsedArguments, _ context: ToolContext) throws(CommandFailure) {
        var editor = AccessListEditor(in: context)
        for keychain in try context.searchedKeychains(from: arguments.operands) {
            for itemClass in ItemClass.allCases {
                let found = try calling(function, on: keychain.name) { () throws(KeychainError) in
                    try items(of: itemClass, in: keychain, context)
                }
                for item in found {
                    context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path))
                    guard try editor.edit(item, of: keychain) else { return }
                }
            }
        }
    }

    /// The blob that the file holds, which nobody reads without its key.
    private static func dumpSealedData(
        of item: ReturnedItem, _ keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) {
        let blob = try context.client.sealedData(of: item.reference, in: keychain.address)
        context.output.write("raw data:\n")
        context.output.write(BufferRule.text(of: blob))
        context.output.write("\n")
    }

    /// One secret at a time, so that a keychain's passwords are never all in memory. A private key may have bytes that
    /// nobody gets.
    private static func dumpData(
        of item: ReturnedItem, _ keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) {
        guard !item.accessControl.needsApplicationPassword else {
            context.output.write("data:\nsealed under a password of the program that stored it\n")
            return
        }
        var query = ItemArguments.query(item)
        query.returning = .data
        do {
            let secret = try context.client.copy(query, in: keychain.address).first?.secret ?? ItemSecret(copying: [])
            context.output.write("data:\n")
            context.output.write(BufferRule.text(of: secret.bytes))
            context.output.write("\n")
        } catch  where error.code == .dataNotAvailable {
            context.output.write("data:\n\(StatusMessage.sentence(for: error.code.rawValue))\n")
        }
    }
}
