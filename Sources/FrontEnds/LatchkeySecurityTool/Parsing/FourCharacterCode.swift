// Options that take a code of four characters: creator, type, protocol, authentication type.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// A code such as `aapl` or `htps` (reference 6.6.5).
package struct FourCharacterCode: Hashable, Sendable {
    private let bytes: [UInt8]

    /// - Throws: `.message` with the code as it may have been meant, padded with blanks.
    package init(_ bytes: [UInt8]) throws(CommandFailure) {
        guard bytes.count == 4 else {
            let padded = bytes.prefix(4) + Array(repeating: UInt8(ascii: " "), count: max(0, 4 - bytes.count))
            let suggestion = String(decoding: padded, as: UTF8.self)
            throw .message("a code has exactly four characters; try '\(suggestion)'")
        }
        self.bytes = bytes
    }

    /// The four bytes as a number, most significant first: creator and type.
    package var number: AttributeValue { .number(Int64(bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })) }

    /// The four characters as text: protocol and authentication type.
    package var text: AttributeValue {
        String(validating: bytes, as: UTF8.self).map(AttributeValue.string) ?? .data(bytes)
    }
}
