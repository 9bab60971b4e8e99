// Which items of some keychains are exported.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
package import LatchkeyModel
package import LatchkeyObjects
package import LatchkeyPlatform
import LatchkeyTooling

/// The value of `-t` of `export`.
package enum ExportSelection: String, Hashable, Sendable {
    case certs, allKeys, pubKeys, privKeys, identities, all

    static let function = "SecKeychainItemExport"

    /// What is exported.
    package struct Found: Sendable {
        package var entries: [Entry] = []
        /// How many items were meant, those among them that were left out.
        package var selectedCount = 0
        /// Why the first was left out, of which the user was told; nil if none was.
        package var refusal: KeychainError?

        package var items: [ExportedItem] { entries.map(\.item) }
    }

    /// An item with the label that the user knows it by.
    package struct Entry: Sendable {
        package let item: ExportedItem
        package let label: String

        init(_ exported: ExportedItem, _ item: ReturnedItem) {
            self.item = exported
            label = item.attributes[.label]?.text ?? ""
        }
    }

    /// What is exported together, or not at all: a certificate, a key, or the two of an identity.
    private struct Candidate {
        var certificate: ReturnedItem?
        var key: ReturnedItem?
        let keychain: NamedKeychain
    }

    /// Certificates first, then keys, each in the order of their creation; identities as certificate and key. What
    /// needs the user or its program is asked for one after the other; what is not given, has gone by then or is no
    /// key after all is left out, both halves of an identity.
    /// - Throws: -25316 for a key that is not to leave its keychain: then nothing is exported, and nobody was asked.
    package func items(in keychains: [NamedKeychain], _ context: ToolContext) throws(CommandFailure) -> Found {
        var candidates: [Candidate] = []
        var open: [NamedKeychain: [PersistentReference: [UInt8]]] = [:]
        for keychain in keychains where includesCertificates {
            open[keychain] = Dictionary(certificates: try certificatesWithData(in: keychain, context))
            candidates += try certificates(in: keychain, context)
        }
        for keychain in keychains where includesKeys {
            candidates += try Self.items(of: .key, in: keychain, context).filter(includes).map {
                Candidate(key: $0, keychain: keychain)
            }
        }
        for case let key? in candidates.map(\.key) where key.saysThatItStays {
            throw .keychain(Self.staysInKeychain, function: Self.function, argument: key.attributes[.label]?.text)
        }
        var found = Found()
        for candidate in candidates {
            let keychain = candidate.keychain
            found.selectedCount += [candidate.certificate, candidate.key].count { $0 != nil }
            var entries: [Entry] = []
            if let item = candidate.certificate {
                let data = open[keychain]?[item.reference]
                guard let certificate = try Self.certificate(item, data, in: keychain, context, &found) else {
                    continue
                }
                entries.append(Entry(.certificate(certificate), item))
            }
            if let item = candidate.key {
                guard let key = try Self.key(of: item, in: keychain, context, &found) else { continue }
                entries.append(Entry(.key(key), item))
            }
            found.entries += entries
        }
        return found
    }

    private var includesCertificates: Bool { self == .certs || self == .all || self == .identities }
    private var includesKeys: Bool { self != .certs && self != .identities }

    /// Those that nobody has to be asked for.
    private func certificatesWithData(
        in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) -> [StoredCertificate] {
        guard self == .identities else {
            return try StoredCertificate.all(in: [keychain], context, calling: Self.function)
        }
        return try StoredIdentity.all(in: [keychain], context).map(\.certificate)
    }

    /// All of them, with the keys of identities if these are meant.
    private func certificates(
        in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) -> [Candidate] {
        guard self == .identities else {
            return try Self.items(of: .certificate, in: keychain, context).map {
                Candidate(certificate: $0, keychain: keychain)
            }
        }
        return try StoredIdentity.allWithoutData(in: [keychain], context).map {
            Candidate(certificate: $0.certificate.item, key: $0.key, keychain: keychain)
        }
    }

    private func includes(_ key: ReturnedItem) -> Bool {
        switch self {
        case .pubKeys: key.attributes[.keyClass] == .number(KeyClass.public.rawValue)
        case .privKeys: key.attributes[.keyClass] == .number(KeyClass.private.rawValue)
        default: true
        }
    }

    private static func items(
        of itemClass: ItemClass, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) -> [ReturnedItem] {
        var query = ItemArguments.query(itemClass, matching: [:])
        query.limit = .all
        return try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.found(query, in: keychain.address)
        }
    }
}

extension [PersistentReference: [UInt8]] {
    /// The data of certificates.
    fileprivate init(certificates: [StoredCertificate]) {
        self.init(certificates.map { ($0.item.reference, $0.data) }) { first, _ in first }
    }
}

extension AttributeValue {
    /// The text, where it is one.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension ReturnedItem {
    /// Whether the attributes of a key say that it is not to leave the keychain. Of a public one its bytes decide.
    fileprivate var saysThatItStays: Bool {
        attributes[.isExtractable] == .number(0) && attributes[.keyClass] != .number(KeyClass.public.rawValue)
    }
}
