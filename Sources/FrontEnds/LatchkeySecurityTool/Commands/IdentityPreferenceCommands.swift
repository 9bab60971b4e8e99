// `set-identity-preference` and `get-identity-preference`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling

package enum IdentityPreferenceCommands {
    private static let function = "SecIdentitySetPreference"

    /// Prefers an identity of the keychains for a service; with `-n` none. Every program finds the preference, as on
    /// macOS; those of programs stay as they are.
    package static let set: Command.Action = { (arguments, context) throws(CommandFailure) in
        let service = try service(of: arguments)
        let usage = try usage(of: arguments)
        let keychains = try context.searchedKeychains(from: arguments.operands)
        if arguments.has("n") {
            guard arguments.last("c") == nil, arguments.last("Z") == nil else {
                throw .usage("-n names no identity; leave out -c and -Z")
            }
            for keychain in keychains { try forget(service, usage, in: keychain, context) }
            return
        }
        let chosen = try identity(of: arguments, in: keychains, context)
        let keychain = chosen.certificate.keychain
        let reference = IdentityReference(certificate: chosen.certificate.item.reference.identifier)
        try calling(function, on: keychain.name) { () throws(KeychainError) in
            try preferences(in: keychain, context).prefer(
                reference.encoded, named: chosen.certificate.certificate?.subjectSummary ?? chosen.certificate.name,
                for: service, usage: usage, accessList: AccessList([.anyApplication]))
        }
        // One preference for a name and uses, wherever the identity before it was.
        for other in try context.searchedKeychains(from: []) where other.path != keychain.path {
            try forget(service, usage, exactly: true, in: other, context)
        }
    }

    /// Shows the certificate of the identity that is preferred for a service.
    package static let get: Command.Action = { (arguments, context) throws(CommandFailure) in
        let service = try service(of: arguments)
        let usage = try usage(of: arguments)
        guard let stored = try preferred(for: service, usage, context) else {
            throw .keychain(
                KeychainError(.itemNotFound, during: "looking for a preferred identity"),
                function: "SecIdentityCopyPreference")
        }
        if arguments.has("c") {
            let name = PrintableText.of(stored.certificate?.commonName ?? stored.name)
            context.output.writeLine("common name: \"\(name)\"")
        }
        if arguments.has("Z"), let certificate = stored.certificate {
            context.output.writeLine("SHA-256 hash: \(HexText.upperCase(certificate.sha256))")
            context.output.writeLine("SHA-1 hash: \(HexText.upperCase(certificate.sha1))")
        }
        if arguments.has("p") {
            context.output.write(PEMBlock(label: "CERTIFICATE", contents: ItemSecret(copying: stored.data)).text.bytes)
        } else if !arguments.has("c"), !arguments.has("Z") {
            context.output.write(ItemListing.text(of: stored.item, inKeychainAt: stored.keychain.path))
        }
    }

    private static func service(of arguments: ParsedArguments) throws(CommandFailure) -> ServiceName {
        guard let text = arguments.text("s") else { throw .usage("say which service is meant, by -s") }
        guard let service = ServiceName(text) else {
            throw .usage("the name of a service has 1 to \(ServiceName.greatestCount) bytes")
        }
        return service
    }

    private static func usage(of arguments: ParsedArguments) throws(CommandFailure) -> PreferredUsage {
        guard let text = arguments.text("u") else { return .any }
        guard let number = UInt32(text), PreferredUsage.all.isSuperset(of: PreferredUsage(rawValue: number)) else {
            throw .usage("a key usage is a sum of 1, 2, 4, 8, 16, 32, 64, 128 and 256, or 0 for any")
        }
        return PreferredUsage(rawValue: number)
    }

    private static func identity(
        of arguments: ParsedArguments, in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(CommandFailure) -> StoredIdentity {
        var criteria = CertificateCriteria(commonName: arguments.text("c"))
        if let digits = arguments.last("Z") { criteria.hash = try CertificateCriteria.hash(from: digits) }
        guard !criteria.isEmpty else { throw .usage("say which identity is preferred, by -c or -Z, or -n for none") }
        let identities = try StoredIdentity.all(in: keychains, context)
        let matches = criteria.meant(of: identities.map(\.certificate))
        // The same certificate in several keychains is one identity: the first keychain has it.
        guard let first = matches.first,
            let chosen = identities.first(where: { $0.certificate.item.reference == first.item.reference })
        else {
            throw .keychain(
                KeychainError(.itemNotFound, during: "looking for an identity", hint: "find-identity lists them"),
                function: "SecIdentitySearchCopyNext")
        }
        guard Set(matches.map(\.data)).count == 1 else {
            throw .message(
                """
                "\(arguments.text("c") ?? "")" is ambiguous: \(matches.count) identities match; nothing is changed
                security: hint: name one of them by its hash with -Z; find-identity shows the hashes
                """)
        }
        return chosen
    }

    private static func forget(
        _ service: ServiceName, _ usage: PreferredUsage, exactly: Bool = false, in keychain: NamedKeychain,
        _ context: ToolContext
    ) throws(CommandFailure) {
        try calling(function, on: keychain.name) { () throws(KeychainError) in
            try preferences(in: keychain, context).forget(service, usage: usage, exactly: exactly)
        }
    }

    /// The preferences that this command has set, which are the user's.
    private static func preferences(
        in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> ServicePreferences {
        guard let group = try context.client.identity().accessGroups.first, group != .all else {
            throw KeychainError(.internalError, during: "looking for the command's own access group")
        }
        return ServicePreferences(.identity, of: context.client, inKeychainAt: keychain.path, of: group)
    }

    /// The closest name that is preferred in one of the keychains counts.
    private static func preferred(
        for service: ServiceName, _ usage: PreferredUsage, _ context: ToolContext
    ) throws(CommandFailure) -> StoredCertificate? {
        let keychains = try context.searchedKeychains(from: [])
        for name in service.candidates {
            for keychain in keychains {
                let found = try calling("SecIdentityCopyPreference", on: keychain.name) {
                    () throws(KeychainError) -> Identity? in
                    let preferences = try preferences(in: keychain, context)
                    for reference in try preferences.references(under: name, usage: usage) {
                        guard let reference = IdentityReference(decoding: reference) else { continue }
                        var query = IdentityQuery(reference)
                        query.returning = .attributes
                        query.certificate.authentication.ui = .skip
                        query.key.authentication.ui = .skip
                        if let identity = try context.client.found(query, in: keychain.address).first {
                            return identity
                        }
                    }
                    return nil
                }
                if let found { return StoredCertificate(item: found.certificate, keychain: keychain) }
            }
        }
        return nil
    }
}
