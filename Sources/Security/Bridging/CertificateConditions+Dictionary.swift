// Reads the match keys that look into certificates, and the list of items that a search is confined to.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainModel

extension CertificateConditions {
    /// - Throws: `.parameter` for a value of the wrong type.
    mutating func read(_ key: QueryKey.MatchKey, _ object: AnyObject) throws(KeychainError) {
        let refusal = KeychainError(.parameter, during: "reading a match key of certificates")
        switch key {
        case .issuers:
            guard let names = object as? NSArray else { throw refusal }
            // What is no name is left out, and a list without any name is no condition (reference 3.2.5).
            issuers = _cfElements(of: names).compactMap { ($0 as? NSData).map { $0.octets } }
        case .validOnDate:
            switch object {
            case let date as NSDate: validity = .date(date.timeIntervalSinceReferenceDate)
            case is NSNull: validity = .now
            default: throw refusal
            }
        case .emailAddress: emailAddress = try text(object, or: refusal)
        case .subjectContains: subject.append(.init(.anywhere, try text(object, or: refusal)))
        case .subjectStartsWith: subject.append(.init(.start, try text(object, or: refusal)))
        case .subjectEndsWith: subject.append(.init(.end, try text(object, or: refusal)))
        case .subjectWholeString: subject.append(.init(.whole, try text(object, or: refusal)))
        case .policy:
            guard let use = (object as? SecPolicy)?.use else { throw refusal }
            policy = use
        case .trustedOnly: trustedOnly = true
        default: throw KeychainError(.internalError, during: "reading a match key that is not about certificates")
        }
    }

    private func text(_ object: AnyObject, or refusal: KeychainError) throws(KeychainError) -> String {
        guard let text = (object as? NSString) as String? else { throw refusal }
        return text
    }
}

extension ItemListEntry {
    /// The entries of `kSecMatchItemList`.
    /// - Throws: `.parameter` for anything but an array of persistent references.
    static func list(_ object: AnyObject) throws(KeychainError) -> [ItemListEntry] {
        let refusal = KeychainError(.parameter, during: "reading kSecMatchItemList")
        guard let elements = object as? NSArray else { throw refusal }
        var entries: [ItemListEntry] = []
        for element in _cfElements(of: elements) {
            guard let data = element as? NSData else { throw refusal }
            let bytes = data.octets
            if let identity = IdentityReference(decoding: bytes) {
                // An identity is found by its certificate.
                entries.append(.reference(.init(itemClass: .certificate, identifier: identity.certificate)))
            } else {
                entries.append(.reference(try PersistentReference(decoding: bytes)))
            }
        }
        return entries
    }
}
