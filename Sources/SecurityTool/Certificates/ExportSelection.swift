// Which items of some keychains are exported.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
package import KeychainModel
import KeychainTooling

/// The value of `-t` of `export`.
package enum ExportSelection: String, Hashable, Sendable {
    case certs, allKeys, pubKeys, privKeys, identities, all

    private static let function = "SecKeychainItemExport"

    /// Certificates first, then keys, each in the order of their creation; identities as certificate and key.
    /// - Throws: -25316 for a key that is not to leave its keychain: then nothing is exported.
    package func items(
        in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(CommandFailure) -> [ExportedItem] {
        var items: [ExportedItem] = []
        if self == .identities {
            for identity in try StoredIdentity.all(in: keychains, context) {
                items.append(.certificate(identity.certificate.data))
                items.append(.key(try Self.key(of: identity.key, in: identity.certificate.keychain, context)))
            }
            return items
        }
        if self == .certs || self == .all {
            let certificates = try StoredCertificate.all(in: keychains, context, calling: Self.function)
            items += certificates.map { .certificate($0.data) }
        }
        guard self != .certs else { return items }
        for keychain in keychains {
            for item in try Self.keys(in: keychain, context) where includes(item) {
                items.append(.key(try Self.key(of: item, in: keychain, context)))
            }
        }
        return items
    }

    private func includes(_ key: Item) -> Bool {
        switch self {
        case .pubKeys: key.attributes[.keyClass] == .number(KeyClass.public.rawValue)
        case .privKeys: key.attributes[.keyClass] == .number(KeyClass.private.rawValue)
        default: true
        }
    }

    private static func keys(in keychain: NamedKeychain, _ context: ToolContext) throws(CommandFailure) -> [Item] {
        var query = ItemArguments.query(.key, matching: [:])
        query.limit = .all
        return try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.found(query, in: keychain)
        }
    }

    private static func key(
        of item: Item, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) -> KeyData {
        try calling(function, on: item.attributes[.label]?.text) { () throws(KeychainError) in
            guard case .number(let type)? = item.attributes[.type], let type = KeyType(number: type),
                case .number(let number)? = item.attributes[.keyClass], let keyClass = KeyClass(rawValue: number)
            else { throw KeychainError.unavailable("the key is of a type that this version cannot export") }
            var query = ItemArguments.query(item)
            query.returning = .data
            guard let secret = try Self.extractable(query, in: keychain, context).first?.secret else {
                throw KeychainError(.itemNotFound, during: "reading a key")
            }
            return try KeyData(of: type, keyClass, secret)
        }
    }

    /// What a search finds, or why a key is not given.
    private static func extractable(
        _ query: ItemQuery, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> [Item] {
        do {
            return try context.copy(query, in: keychain)
        } catch  where error.code == .dataNotAvailable {
            throw KeychainError(
                .dataNotAvailable, during: "exporting a key that is not extractable",
                hint: "the key was made or imported as one that never leaves its keychain; -t certs leaves keys out")
        }
    }
}

extension AttributeValue {
    /// The text, where it is one.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
