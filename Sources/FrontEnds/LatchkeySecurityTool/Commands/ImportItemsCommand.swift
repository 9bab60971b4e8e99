// `import`: certificates and keys of a file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling

package enum ImportItemsCommand {
    private static let function = "SecKeychainItemImport"

    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.count == 1, let path = arguments.operandTexts.first else {
            throw .usage("import takes one file")
        }
        let named = arguments.last("k").map { [$0] } ?? []
        let keychain = try context.keychain(from: named)
        try context.requireFile(keychain, isNamed: !named.isEmpty, calling: function)
        let importer = try importer(into: keychain, from: arguments, context)
        let items = try items(in: path, arguments, context)
        let index = CertificateIndex(items)
        var count = ImportCount(of: items)
        do throws(KeychainError) {
            for item in items { count.note(item, isNew: try importer.add(item, in: index)) }
        } catch {
            // What was imported stays, so the user hears of it.
            context.output.write(count.lines)
            throw .keychain(error, function: function)
        }
        context.output.write(count.lines)
        guard count.known > 0 else { return }
        guard count.known < items.count else {
            throw .keychain(KeychainError(.duplicateItem, during: "importing a file"), function: function)
        }
        context.note("\(path): \(count.known) of its \(items.count) items are already in \(keychain.name)")
    }

    private static func importer(
        into keychain: NamedKeychain, from arguments: ParsedArguments, _ context: ToolContext
    ) throws(CommandFailure) -> ItemImporter {
        var importer = ItemImporter(into: keychain, context)
        importer.isExtractable = !arguments.has("x")
        importer.accessList = try AccessArguments.list(from: arguments, in: context)
        for (name, value) in arguments.pairs("a") { try importer.setAttribute(name, to: value) }
        return importer
    }

    private static func items(
        in path: String, _ arguments: ParsedArguments, _ context: ToolContext
    ) throws(CommandFailure) -> [ExternalItem] {
        var type: ExternalItem.ItemType?
        if let name = arguments.text("t") {
            guard let named = ExternalItem.ItemType(rawValue: name) else { throw .usage("\(name) is no type") }
            guard named != .sessionKey else {
                throw .keychain(.unavailable("this version imports no symmetric keys"), function: function)
            }
            type = named
        }
        var format: ExternalFormat?
        if let name = arguments.text("f") { format = try ExternalFormat(named: name, calling: function) }
        let passphrase = try Passphrase(arguments.last("P"), in: context)
        let file = try InputFile.read(path, in: context)
        return try transferring(function) { () throws(TransferFailure) in
            try ExternalItem.list(in: file, format: format, type: type, passphrase: passphrase.ofFile)
        }
    }
}
