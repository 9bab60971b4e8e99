// Compares an opened item with the query that found it.
// SPDX-License-Identifier: Apache-2.0

import KeychainCrypto
package import KeychainModel

extension Item {
    /// True where every condition holds for the opened values. The digests of the columns found the row, but columns can
    /// be changed by whoever can write the file; what is sealed cannot.
    package func matches(_ query: ItemQuery) -> Bool {
        for (attribute, wanted) in query.matching {
            guard let kind = reference.itemClass.description(of: attribute)?.kind else { return false }
            guard let own = attributes[attribute] else {
                guard wanted.isEmpty else { return false }
                continue
            }
            if own == wanted { continue }
            // Bytes of a number are no text, but in a blob, where they are the same key (reference 2.1).
            guard kind == .blob || own.isNumber == wanted.isNumber else { return false }
            var ownBytes = own.canonicalBytes(for: kind)
            var wantedBytes = wanted.canonicalBytes(for: kind)
            // Codes such as those of protocols are no words: their case counts.
            if query.ignoresCase, kind == .blob, own.isText, wanted.isText {
                ownBytes = TextFolding.fold(ownBytes)
                wantedBytes = TextFolding.fold(wantedBytes)
            }
            guard ownBytes == wantedBytes else { return false }
        }
        if let host = query.hostOrSubdomain {
            guard case .string(let server)? = attributes[.server], server == host || server.hasSuffix("." + host) else {
                return false
            }
        }
        return true
    }
}

extension AttributeValue {
    var isText: Bool {
        if case .string = self { true } else { false }
    }

    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}
