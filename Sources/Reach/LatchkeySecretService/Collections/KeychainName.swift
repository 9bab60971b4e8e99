// The name of a keychain of a home, without its suffix.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Two names are the same only if their bytes are: Swift's own comparison of text takes two spellings of one letter for
/// equal, which are two files.
package struct KeychainName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    /// The name in a path of the bus, in letters, digits and `_`.
    package var identifier: String { CollectionIdentifier.escaped(text) }

    package static func == (lhs: KeychainName, rhs: KeychainName) -> Bool { lhs.text.hasSameBytes(as: rhs.text) }

    package static func < (lhs: KeychainName, rhs: KeychainName) -> Bool {
        lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
