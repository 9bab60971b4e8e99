// The words of an error: a literal of this program, or what the daemon said.
// SPDX-License-Identifier: Apache-2.0

/// A few words for a user. They come from a literal, so that they can hold no attribute value and no item data.
package struct ErrorWords: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let description: String

    package init(stringLiteral literal: StaticString) { description = "\(literal)" }

    package init(_ literal: StaticString) { description = "\(literal)" }

    /// The words of an error that the daemon answered, which were a literal there.
    package init(received words: String) { description = words }
}
