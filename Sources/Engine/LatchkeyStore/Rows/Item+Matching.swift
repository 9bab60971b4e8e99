// Compares an opened item with the query that found it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

extension Item {
    /// True if every condition holds for the opened values. The digests of the columns found the row, but columns can
    /// be changed by whoever can write the file; what is sealed cannot.
    ///
    /// What an item of the Secret Service has for that alone is not there for a query.
    package func matches(_ query: ItemQuery) -> Bool {
        guard !isOfSecretService else { return withoutSecretService.matches(query) }
        for (attribute, wanted) in query.matching {
            guard let kind = reference.itemClass.description(of: attribute)?.kind else { return false }
            guard let own = attributes[attribute] else {
                guard wanted.isEmpty else { return false }
                continue
            }
            if own == wanted { continue }
            // Bytes of a number are no text, but in a blob, where they are the same key (reference 2.1).
            guard kind == .blob || own.isNumber == wanted.isNumber else { return false }
            // Codes such as those of protocols are no words: their case counts.
            if query.foldsText, kind == .blob, case .string(let ownText) = own, case .string(let wantedText) = wanted {
                guard query.folded(ownText).hasSameBytes(as: query.folded(wantedText)) else { return false }
            } else {
                guard own.canonicalBytes(for: kind) == wanted.canonicalBytes(for: kind) else { return false }
            }
        }
        if let host = query.hostOrSubdomain {
            guard case .string(let server)? = attributes[.server],
                server.hasSameBytes(as: host) || server.utf8.reversed().starts(with: ("." + host).utf8.reversed())
            else { return false }
        }
        return query.itemList.map { $0.contains(where: isNamed) } ?? true
    }

    private func isNamed(by entry: ItemListEntry) -> Bool {
        switch entry {
        case .reference(let reference): reference == self.reference
        case .attributes(let attributes): attributes.allSatisfy { self.attributes[$0.key] == $0.value }
        }
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
