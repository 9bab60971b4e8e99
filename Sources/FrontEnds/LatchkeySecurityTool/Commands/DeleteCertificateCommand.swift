// `delete-certificate` and `delete-identity`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum DeleteCertificateCommand {
    private static let function = "SecKeychainItemDelete"

    /// Deletes one certificate, with `-t` the user's decisions on it too. A name or hash that several have deletes none
    /// of them.
    package static let certificate: Command.Action = { (arguments, context) throws(CommandFailure) in
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let found = try StoredCertificate.all(in: keychains, context, calling: "SecKeychainSearchCopyNext")
        let stored = try only(of: found, arguments, kind: "certificate", context)
        try forgetDecisions(on: stored, arguments, context)
        try delete(stored.item, from: stored.keychain, context)
    }

    /// Deletes one certificate and, unless another certificate has it too, its private key (reference 3.6.7); with `-t`
    /// the user's decisions on the certificate too.
    package static let identity: Command.Action = { (arguments, context) throws(CommandFailure) in
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let identities = try StoredIdentity.all(in: keychains, context)
        let stored = try only(of: identities.map(\.certificate), arguments, kind: "identity", context)
        try forgetDecisions(on: stored, arguments, context)
        for identity in identities where identity.certificate.item.reference == stored.item.reference {
            try calling(function) { () throws(KeychainError) in try identity.delete(context) }
        }
    }

    private static func only(
        of certificates: [StoredCertificate], _ arguments: ParsedArguments, kind: String, _ context: ToolContext
    ) throws(CommandFailure) -> StoredCertificate {
        var criteria = CertificateCriteria(commonName: arguments.text("c"))
        if let digits = arguments.last("Z") { criteria.hash = try CertificateCriteria.hash(from: digits) }
        guard !criteria.isEmpty else { throw .usage("say which \(kind) is to be deleted, by -c or -Z") }
        let sought = arguments.text("c") ?? arguments.text("Z") ?? ""
        let matches = criteria.meant(of: certificates)
        guard let first = matches.first else {
            // Without a line end, as on macOS (reference 6.6).
            context.errors.write("security: no \(kind) matches \"\(sought)\"")
            throw .reported(result: 1)
        }
        guard matches.count == 1 else {
            throw .message(
                """
                "\(sought)" is ambiguous: \(matches.count) match; nothing is deleted
                security: hint: \(hint(for: matches))
                """)
        }
        return first
    }

    /// How one of several is named: by its hash, unless all have the same.
    private static func hint(for matches: [StoredCertificate]) -> String {
        guard Set(matches.map(\.data)).count == 1 else {
            return "name one of them by its hash with -Z; find-certificate -a -Z shows the hashes"
        }
        let paths = Set(matches.map(\.keychain.path))
        guard paths.count > 1 else {
            return "they are the same; security item -D deletes one of them by its v_PersistentRef"
        }
        let names = paths.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return "it is the same in several keychains; name one of them after the options: \(names)"
    }

    /// Before the certificate is deleted: where the decisions cannot be changed, it is still there to be named again.
    private static func forgetDecisions(
        on stored: StoredCertificate, _ arguments: ParsedArguments, _ context: ToolContext
    ) throws(CommandFailure) {
        guard arguments.has("t"), let certificate = stored.certificate else { return }
        try TrustCommands.forget(certificate, context)
    }

    private static func delete(
        _ item: ReturnedItem, from keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        try calling(function) { () throws(KeychainError) in
            try context.client.delete(ItemArguments.query(item), in: keychain.address)
        }
    }
}
