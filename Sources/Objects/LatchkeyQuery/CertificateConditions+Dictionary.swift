// Reads the match keys that look into certificates, and the list of items that a search is confined to.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension CertificateConditions {
    /// - Throws: `.parameter` for a value of the wrong type.
    mutating func read(_ key: QueryKey.MatchKey, _ value: QueryValue) throws(KeychainError) {
        let refusal = KeychainError(.parameter, during: "reading a match key of certificates")
        switch key {
        case .issuers:
            guard case .list(let names) = value else { throw refusal }
            // What is no name is left out, and a list without any name is no condition (reference 3.2.5).
            issuers = names.compactMap(\.octets)
        case .validOnDate:
            switch value {
            case .date(let seconds): validity = .date(seconds)
            case .null: validity = .now
            default: throw refusal
            }
        case .emailAddress: emailAddress = try text(value, or: refusal)
        case .subjectContains: subject.append(.init(.anywhere, try text(value, or: refusal)))
        case .subjectStartsWith: subject.append(.init(.start, try text(value, or: refusal)))
        case .subjectEndsWith: subject.append(.init(.end, try text(value, or: refusal)))
        case .subjectWholeString: subject.append(.init(.whole, try text(value, or: refusal)))
        case .policy:
            guard case .policy(let use) = value else { throw refusal }
            policy = use
        case .trustedOnly: trustedOnly = true
        default: throw KeychainError(.internalError, during: "reading a match key that is not about certificates")
        }
    }

    private func text(_ value: QueryValue, or refusal: KeychainError) throws(KeychainError) -> String {
        guard let text = value.text else { throw refusal }
        return text
    }
}

extension ItemListEntry {
    /// The entries of `kSecMatchItemList`.
    /// - Throws: `.parameter` for anything but an array of persistent references and of objects of items.
    static func list(_ value: QueryValue) throws(KeychainError) -> [ItemListEntry] {
        let refusal = KeychainError(.parameter, during: "reading kSecMatchItemList")
        guard case .list(let elements) = value else { throw refusal }
        var entries: [ItemListEntry] = []
        for element in elements {
            switch element {
            case .item(let reference, _): entries.append(.reference(reference))
            case .described(let attributes): entries.append(.attributes(attributes))
            case .data(let bytes): entries.append(.reference(try reference(bytes)))
            case .string, .secret, .secretText, .boolean, .number, .otherNumber, .date, .uuid, .null, .list,
                .accessControl, .keychain, .policy, .context, .object:
                throw refusal
            }
        }
        return entries
    }

    /// An identity is found by its certificate.
    private static func reference(_ bytes: [UInt8]) throws(KeychainError) -> PersistentReference {
        guard let identity = IdentityReference(decoding: bytes) else { return try PersistentReference(decoding: bytes) }
        return PersistentReference(itemClass: .certificate, identifier: identity.certificate)
    }
}
