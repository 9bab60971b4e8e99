// `add-certificates`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling

package enum AddCertificatesCommand {
    /// A file that cannot be added does not keep the others from being added; the result is then 1.
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        let named = arguments.last("k").map { [$0] } ?? []
        let keychain = try context.keychain(from: named)
        try context.requireFile(keychain, isNamed: !named.isEmpty, calling: "SecCertificateAddToKeychain")
        let importer = ItemImporter(into: keychain, context)
        var isEveryOneAdded = true
        for path in arguments.operandTexts {
            do throws(CommandFailure) {
                let place = named.isEmpty ? "default keychain" : keychain.name
                try add(path, by: importer, place: place, context)
            } catch {
                context.errors.write(error.report)
                isEveryOneAdded = false
            }
        }
        guard isEveryOneAdded else { throw .reported(result: 1) }
    }

    private static func add(
        _ path: String, by importer: ItemImporter, place: String, _ context: ToolContext
    ) throws(CommandFailure) {
        let file = try InputFile.read(path, in: context)
        let (certificates, others) = try calling("SecCertificateCreateFromData", on: path) {
            () throws(KeychainError) in try ExternalItem.certificates(in: file)
        }
        guard !certificates.isEmpty else { throw .message("\(path): there is no certificate in it") }
        if others > 0 { context.note("\(path): what is not a certificate is left out; `security import` takes keys") }
        var known = 0
        for certificate in certificates {
            let isNew = try calling("SecCertificateAddToKeychain", on: path) { () throws(KeychainError) in
                try importer.add(certificate)
            }
            if !isNew { known += 1 }
        }
        guard known > 0 else { return }
        let which = known == certificates.count ? "" : "\(known) of its \(certificates.count) certificates are "
        throw .message("\(path): \(which)already in \(place)")
    }
}
