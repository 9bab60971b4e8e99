// `export`: certificates and keys of keychains.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling

package enum ExportItemsCommand {
    private static let function = "SecKeychainItemExport"

    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage() }
        let name = arguments.text("t") ?? ExportSelection.all.rawValue
        guard let selection = ExportSelection(rawValue: name) else { throw .usage("\(name) is no type") }
        var format: ExternalFormat?
        if let name = arguments.text("f") { format = try ExternalFormat(named: name, calling: function) }
        let keychains = try context.searchedKeychains(from: arguments.all("k") ?? [])
        var found = try selection.items(in: keychains, context)
        guard !found.entries.isEmpty else {
            let reason = found.refusal ?? KeychainError(.itemNotFound, during: "looking for items to export")
            throw .keychain(reason, function: function)
        }
        // By what was asked for: a key that is left out does not turn the rest into something else.
        let used = format ?? (found.selectedCount == 1 ? .openssl : .pemseq)
        found.leaveOutKinds(without: used, context)
        let items = found.items
        // Whoever gives a passphrase means the keys to be under it.
        let isWrapped = arguments.has("w") || arguments.last("P") != nil || used == .pkcs12
        let holdsKeys = items.contains(where: \.isPrivateKey)
        var passphrase: ItemSecret?
        if isWrapped, holdsKeys || used == .pkcs12 {
            passphrase = try Passphrase(arguments.last("P"), in: context).new()
        }
        let texts = try transferring(function) { [passphrase] () throws(TransferFailure) in
            try ExportedItem.texts(of: items, in: used, isPEM: arguments.has("p"), passphrase: passphrase)
        }
        try write(texts, to: arguments.text("o") ?? "-", holdsOpenKeys: holdsKeys && passphrase == nil, context)
        if let refusal = found.refusal { throw .reported(result: refusal.code.rawValue) }
    }

    private static func write(
        _ texts: [ItemSecret], to path: String, holdsOpenKeys: Bool, _ context: ToolContext
    ) throws(CommandFailure) {
        do throws(FileFailure) {
            var file = try PrivateFile(path: path)
            for text in texts { try file.write(text.bytes) }
            try file.finish()
        } catch {
            throw .message("\(path): \(error.message)")
        }
        guard path != "-" else { return }
        let size = texts.reduce(0) { $0 + $1.count }
        context.note(
            "\(size) bytes written to \(path)" + (holdsOpenKeys ? "; its private keys are not encrypted" : ""))
    }
}
