// `export`: certificates and keys of keychains.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
package import KeychainModel
import KeychainTooling

package enum ExportItemsCommand {
    private static let function = "SecKeychainItemExport"

    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage() }
        guard !arguments.has("w"), arguments.last("P") == nil else {
            throw .keychain(
                .unavailable("this version writes no wrapped (encrypted) private keys"), function: function)
        }
        let name = arguments.text("t") ?? ExportSelection.all.rawValue
        guard let selection = ExportSelection(rawValue: name) else { throw .usage("\(name) is no type") }
        var format: ExternalFormat?
        if let name = arguments.text("f") { format = try ExternalFormat(named: name, calling: function) }
        let keychains = try context.searchedKeychains(from: arguments.values["k"] ?? [])
        let items = try selection.items(in: keychains, context)
        guard !items.isEmpty else {
            throw .keychain(KeychainError(.itemNotFound, during: "looking for items to export"), function: function)
        }
        let texts = try text(
            of: items, in: format ?? (items.count == 1 ? .openssl : .pemseq), isPEM: arguments.has("p"))
        try write(texts, to: arguments.text("o") ?? "-", containing: items, context)
    }

    /// - Parameter isPEM: each item in PEM; the format `pemseq` is so in any case.
    package static func text(
        of items: [ExportedItem], in format: ExternalFormat, isPEM: Bool
    ) throws(CommandFailure) -> [ItemSecret] {
        guard isPEM || format == .pemseq else {
            guard items.count == 1 else {
                throw .message(
                    "the format \(format.rawValue) without -p holds one item, and there are \(items.count)")
            }
            return [try items[0].contents(in: format)]
        }
        var texts: [ItemSecret] = []
        for item in items { texts.append(try item.block(in: format).text) }
        return texts
    }

    private static func write(
        _ texts: [ItemSecret], to path: String, containing items: [ExportedItem], _ context: ToolContext
    ) throws(CommandFailure) {
        do throws(FileFailure) {
            let file = try PrivateFile(path: path)
            for text in texts { try file.write(text.bytes) }
            try file.finish()
        } catch {
            throw .message("\(path): \(error.message)")
        }
        guard path != "-" else { return }
        let size = texts.reduce(0) { $0 + $1.count }
        let holdsKey = items.contains { if case .key(let key) = $0 { key.keyClass == .private } else { false } }
        context.note(
            "\(size) bytes written to \(path)" + (holdsKey ? "; its private keys are not encrypted" : ""))
    }
}
