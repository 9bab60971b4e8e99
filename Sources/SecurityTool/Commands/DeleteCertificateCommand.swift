// `delete-certificate` and `delete-identity`.
// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainModel
import KeychainTooling

package enum DeleteCertificateCommand {
    private static let function = "SecKeychainItemDelete"

    /// Deletes one certificate. A name or hash that several have deletes none of them.
    package static let certificate: Command.Action = { (arguments, context) throws(CommandFailure) in
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let found = try StoredCertificate.all(in: keychains, context, calling: "SecKeychainSearchCopyNext")
        let stored = try only(of: found, arguments, kind: "certificate")
        try delete(stored.item, from: stored.keychain, context)
    }

    /// Deletes one certificate and, unless another certificate has it too, its private key (reference 3.6.7).
    package static let identity: Command.Action = { (arguments, context) throws(CommandFailure) in
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let identities = try StoredIdentity.all(in: keychains, context)
        let stored = try only(of: identities.map(\.certificate), arguments, kind: "identity")
        for identity in identities where identity.certificate.item.reference == stored.item.reference {
            try calling(function) { () throws(KeychainError) in try identity.delete(context) }
        }
    }

    private static func only(
        of certificates: [StoredCertificate], _ arguments: ParsedArguments, kind: String
    ) throws(CommandFailure) -> StoredCertificate {
        var criteria = CertificateCriteria(commonName: arguments.text("c"))
        if let digits = arguments.last("Z") { criteria.hash = try CertificateCriteria.hash(from: digits) }
        guard !criteria.isEmpty else { throw .usage("say which \(kind) is to be deleted, by -c or -Z") }
        let sought = arguments.text("c") ?? arguments.text("Z") ?? ""
        let matches = criteria.meant(of: certificates)
        guard let first = matches.first else { throw .message("no \(kind) matches \"\(sought)\"") }
        guard matches.count == 1 else {
            throw .message(
                """
                "\(sought)" is ambiguous: \(matches.count) match; nothing is deleted
                security: hint: name one of them by its hash with -Z; find-certificate -a -Z shows the hashes
                """)
        }
        return first
    }

    private static func delete(
        _ item: Item, from keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) {
        try calling(function) { () throws(KeychainError) in
            _ = try context.client.perform(.delete(ItemArguments.query(item)), inKeychainAt: keychain.path)
        }
    }
}
