// What an item has if it is of the Secret Service.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

extension Item {
    /// Whether a program has stored it over a bus. No other item has these attributes.
    package var isOfSecretService: Bool { attributes.contains(.searchAttributes) }

    /// Nil also if what is sealed is none.
    package var searchAttributes: SearchAttributes? {
        guard case .data(let bytes)? = attributes[.searchAttributes] else { return nil }
        return SearchAttributes(decoding: bytes)
    }

    /// Empty if there is none.
    package var contentType: String {
        if case .string(let text)? = attributes[.contentType] { text } else { "" }
    }

    /// Takes away what makes it an item of the Secret Service. What made its row unique goes, too: it is told to nobody
    /// as long as the others are there.
    package mutating func leaveSecretService() {
        attributes[.searchAttributes] = nil
        attributes[.contentType] = nil
        attributes[.syncViewHint] = nil
    }

    /// As a program gets it: without what the store keeps for itself.
    package var withoutSecretService: Item {
        guard isOfSecretService else { return self }
        var item = self
        item.leaveSecretService()
        return item
    }
}

extension [AccessGroup] {
    /// The groups of a program without the last one, if that is a bus's and not the only one.
    package var withoutBus: [AccessGroup] {
        count > 1 && last?.isOfBus == true ? Array(dropLast()) : self
    }
}

extension AccessGroup {
    /// Whether it holds items that a program has stored over a bus.
    package var isOfBus: Bool {
        rawValue.utf8.count > Self.busSuffix.utf8.count
            && rawValue.utf8.suffix(Self.busSuffix.utf8.count).elementsEqual(Self.busSuffix.utf8)
    }
}
