// `find-certificate`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum FindCertificateCommand {
    private static let function = "SecKeychainSearchCopyNext"

    /// Shows the first certificate that matches, with `-a` each of them, which may be none (reference 6.6.7).
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        let criteria = CertificateCriteria(commonName: arguments.text("c"), emailAddress: arguments.text("e"))
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let found = try StoredCertificate.all(in: keychains, context, calling: function).filter(criteria.isMet)
        if arguments.has("a") {
            for certificate in found { show(certificate, arguments, context) }
        } else if let first = found.first {
            show(first, arguments, context)
        } else {
            throw .keychain(context.nothingFound, function: function)
        }
    }

    private static func show(_ stored: StoredCertificate, _ arguments: ParsedArguments, _ context: ToolContext) {
        if arguments.has("Z"), let certificate = stored.certificate {
            context.output.writeLine("SHA-256 hash: \(HexText.upperCase(certificate.sha256))")
            context.output.writeLine("SHA-1 hash: \(HexText.upperCase(certificate.sha1))")
        }
        if arguments.has("m"), let certificate = stored.certificate {
            let addresses = PrintableText.of(certificate.emailAddresses.joined(separator: ", "))
            context.output.writeLine("email addresses: \(addresses)")
        }
        if arguments.has("p") {
            context.output.write(PEMBlock(label: "CERTIFICATE", contents: ItemSecret(copying: stored.data)).text.bytes)
        } else {
            context.output.write(ItemListing.text(of: stored.item, inKeychainAt: stored.keychain.path))
        }
    }
}
