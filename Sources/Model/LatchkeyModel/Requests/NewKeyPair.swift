// A pair of keys that the service makes.
// SPDX-License-Identifier: Apache-2.0

/// Which key is made, and what its halves are stored with. The key itself says its type, class, size and label.
package struct NewKeyPair: Sendable {
    package let kind: KeyKind
    /// Of RSA; of other kinds it is not looked at.
    package let bits: Int32
    /// Its bytes are those that are made.
    package let privateHalf: ItemAddition
    /// Nil if the public half is not stored.
    package let publicHalf: ItemAddition?

    package init(_ kind: KeyKind, bits: Int32, privateHalf: ItemAddition, publicHalf: ItemAddition?) {
        self.kind = kind
        self.bits = bits
        self.privateHalf = privateHalf
        self.publicHalf = publicHalf
    }
}
