// The stable handle of an item: class and UUID in 20 bytes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// A persistent reference (reference 3.10): four ASCII characters of the class, then the 16 bytes of the row's UUID,
/// which begin with the row's number.
package struct PersistentReference: Hashable, Sendable {
    package let itemClass: ItemClass
    package let identifier: RowIdentifier

    package init(itemClass: ItemClass, identifier: RowIdentifier) {
        self.itemClass = itemClass
        self.identifier = identifier
    }

    /// - Throws: `.parameter` unless `bytes` are 20 bytes that begin with a known class.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count == 20, let itemClass = ItemClass(rawValue: String(decoding: bytes[..<4], as: UTF8.self)),
            let identifier = RowIdentifier(bytes[4...])
        else { throw KeychainError(.parameter, during: "reading a persistent reference") }
        self.init(itemClass: itemClass, identifier: identifier)
    }

    /// The 20 bytes.
    package var encoded: [UInt8] { Array(itemClass.rawValue.utf8) + identifier.bytes }
}
