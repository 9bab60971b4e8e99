// Which items of some keychains are exported.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
package import KeychainModel
import KeychainTooling

/// The value of `-t` of `export`.
package enum ExportSelection: String, Hashable, Sendable {
    case certs, allKeys, pubKeys, privKeys, identities, all

    private static let function = "SecKeychainItemExport"

    /// What is exported.
    package struct Found: Sendable {
        package var items: [ExportedItem] = []
        /// Why items were left out, of which the person was told; nil where none was.
        package var refusal: KeychainError?
    }

    /// Certificates first, then keys, each in the order of their creation; identities as certificate and key. What needs the
    /// person or its program is asked for one after the other; what is not given is left out, both halves of an identity.
    /// - Throws: -25316 for a key that is not to leave its keychain: then nothing is exported.
    package func items(in keychains: [NamedKeychain], _ context: ToolContext) throws(CommandFailure) -> Found {
        var found = Found()
        if self == .identities {
            for keychain in keychains {
                let open = try StoredIdentity.all(in: [keychain], context).map(\.certificate)
                let data = Dictionary(certificates: open)
                for identity in try StoredIdentity.allWithoutData(in: [keychain], context) {
                    let item = identity.certificate.item
                    guard let certificate = try Self.certificate(item, in: keychain, data, context, &found),
                        let key = try Self.key(of: identity.key, in: keychain, context, &found)
                    else { continue }
                    found.items += [.certificate(certificate), .key(key)]
                }
            }
            return found
        }
        if self == .certs || self == .all {
            for keychain in keychains {
                let open = try StoredCertificate.all(in: [keychain], context, calling: Self.function)
                let data = Dictionary(certificates: open)
                for item in try Self.items(of: .certificate, in: keychain, context) {
                    guard let certificate = try Self.certificate(item, in: keychain, data, context, &found)
                    else { continue }
                    found.items.append(.certificate(certificate))
                }
            }
        }
        guard self != .certs else { return found }
        for keychain in keychains {
            for item in try Self.items(of: .key, in: keychain, context) where includes(item) {
                guard let key = try Self.key(of: item, in: keychain, context, &found) else { continue }
                found.items.append(.key(key))
            }
        }
        return found
    }

    private func includes(_ key: Item) -> Bool {
        switch self {
        case .pubKeys: key.attributes[.keyClass] == .number(KeyClass.public.rawValue)
        case .privKeys: key.attributes[.keyClass] == .number(KeyClass.private.rawValue)
        default: true
        }
    }

    private static func items(
        of itemClass: ItemClass, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(CommandFailure) -> [Item] {
        var query = ItemArguments.query(itemClass, matching: [:])
        query.limit = .all
        return try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.found(query, in: keychain)
        }
    }

    /// Nil for a key that is not given, which is said.
    private static func key(
        of item: Item, in keychain: NamedKeychain, _ context: ToolContext, _ found: inout Found
    ) throws(CommandFailure) -> KeyData? {
        try unlessRefused("key", item, context, &found) { () throws(KeychainError) in
            try key(of: item, in: keychain, context)
        }
    }

    /// Nil for a certificate that is not given, which is said, and for one that has gone meanwhile.
    /// - Parameter open: the data of those that nobody has to be asked for.
    private static func certificate(
        _ item: Item, in keychain: NamedKeychain, _ open: [PersistentReference: [UInt8]], _ context: ToolContext,
        _ found: inout Found
    ) throws(CommandFailure) -> [UInt8]? {
        if let data = open[item.reference] { return data }
        return try unlessRefused("certificate", item, context, &found) { () throws(KeychainError) in
            var query = ItemArguments.query(item)
            query.returning = .data
            return try context.found(query, in: keychain).first.map {
                StoredCertificate(item: $0, keychain: keychain).data
            }
        } ?? nil
    }

    private static func unlessRefused<R>(
        _ kind: String, _ item: Item, _ context: ToolContext, _ found: inout Found,
        _ body: () throws(KeychainError) -> R
    ) throws(CommandFailure) -> R? {
        do throws(KeychainError) {
            return try body()
        } catch  where error.isRefusalByPerson {
            let name = PrintableText.of(item.attributes[.label]?.text ?? "")
            context.note("the \(kind) \"\(name)\" is left out: \(StatusMessage.sentence(for: error.code.rawValue))")
            found.refusal = found.refusal ?? error
            return nil
        } catch {
            throw .keychain(error, function: function, argument: item.attributes[.label]?.text)
        }
    }

    private static func key(
        of item: Item, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> KeyData {
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

extension KeychainError {
    /// Whether the person denied it, did not prove it, or nobody could ask her. What comes next may be given all the same.
    fileprivate var isRefusalByPerson: Bool {
        code == .interactionNotAllowed || code == .userCanceled || code == .authFailed
    }
}
