// The secret of one item on its way through requests and replies.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of `kSecValueData`, shared by reference and wiped when the last reference ends.
///
/// Prints its length only, under every way Swift has to print a value.
package final class ItemSecret: Sendable {
    package let bytes: SecretBytes

    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    package convenience init(copying bytes: [UInt8]) { self.init(SecretBytes(copying: bytes)) }

    /// Length in bytes. Not secret.
    package var count: Int { bytes.count }

    /// A copy of some of the bytes.
    /// - Precondition: there are so many.
    package func part(_ range: Range<Int>) -> ItemSecret {
        ItemSecret(
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
            })
    }
}

extension ItemSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret, \(count) bytes>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ItemSecret: Equatable {
    package static func == (lhs: ItemSecret, rhs: ItemSecret) -> Bool { lhs.bytes.isEqual(to: rhs.bytes) }
}
