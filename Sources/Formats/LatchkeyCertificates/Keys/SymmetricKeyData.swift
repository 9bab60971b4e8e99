// A symmetric key: its bytes, and what is said of it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A symmetric key. Its description names the kind only.
package struct SymmetricKeyData: Sendable {
    package let type: SymmetricKeyType
    package let sizeInBits: Int
    /// What tells it from other keys: the application label `klbl`. There is no public half whose digest it could be.
    package let applicationLabel: [UInt8]
    /// Wiped when the last reference ends. Nil if they stay in the keychain.
    package let bytes: ItemSecret?

    /// - Throws: `.parameter` if the type has no keys of this size.
    package init(
        _ type: SymmetricKeyType, _ bytes: ItemSecret, applicationLabel: [UInt8]
    ) throws(KeychainError) {
        guard bytes.count <= 256, type.has(sizeInBits: Int64(bytes.count) * 8) else {
            throw KeychainError(.parameter, during: "measuring the bytes of a symmetric key")
        }
        self.type = type
        self.bytes = bytes
        self.applicationLabel = applicationLabel
        sizeInBits = bytes.count * 8
    }

    /// The key that a keychain gave back, or nil if its attributes and bytes are those of none.
    /// - Parameter bytes: Nil if they stay in the keychain.
    package init?(_ attributes: AttributeValues, _ bytes: ItemSecret?) {
        guard attributes[.keyClass] == .number(Self.keyClass), case .number(let type)? = attributes[.type],
            let type = SymmetricKeyType(rawValue: type)
        else { return nil }
        if case .data(let label)? = attributes[.applicationLabel] {
            applicationLabel = label
        } else {
            applicationLabel = []
        }
        if let bytes {
            guard bytes.count <= 256, type.has(sizeInBits: Int64(bytes.count) * 8) else { return nil }
            sizeInBits = bytes.count * 8
        } else {
            guard case .number(let bits)? = attributes[.keySizeInBits], type.has(sizeInBits: bits) else { return nil }
            sizeInBits = Int(bits)
        }
        self.type = type
        self.bytes = bytes
    }

    /// The value of `kSecAttrKeyClassSymmetric`.
    package static let keyClass: Int64 = 2
}

extension SymmetricKeyData: Hashable {
    /// Of what is public: no hash says anything of the bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(sizeInBits)
        hasher.combine(applicationLabel)
    }
}

extension SymmetricKeyData: CustomStringConvertible, CustomReflectable {
    package var description: String { "<symmetric \(type) key of \(sizeInBits) bits>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
