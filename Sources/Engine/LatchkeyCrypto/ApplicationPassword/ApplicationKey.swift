// The key that a password of an application gives for one item.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyModel
package import LatchkeyPlatform

/// What Argon2id makes of an application's password for one item. Shared by reference, and wiped when the last
/// reference ends.
///
/// Documentation/Reference/Formats/SealedItem.md, section 8.
package struct ApplicationKey: Sendable {
    package let parameters: Parameters
    private let passwordKey: ItemSecret

    /// How the password becomes a key; kept with the item.
    package struct Parameters: Hashable, Sendable {
        package let salt: [UInt8]
        package let cost: PasswordCost

        package init(salt: [UInt8], cost: PasswordCost) {
            self.salt = salt
            self.cost = cost
        }

        /// Those of a new item.
        package static func random() -> Parameters {
            Parameters(salt: SystemRandom.bytes(count: PasswordKey.saltSize), cost: .standard)
        }

        /// No cheaper than a keychain's password may be, and no dearer than what a daemon leaves room for: a search may
        /// open several items.
        var isAcceptable: Bool {
            salt.count == PasswordKey.saltSize && (19 * 1024...64 * 1024).contains(cost.memory)
                && (2...16).contains(cost.passes)
        }
    }

    /// Takes about 140 ms and 64 MiB at the standard cost.
    /// - Throws: `.notAvailable` for a cost outside the bounds, `.allocate` if the memory is not there.
    package init(from password: borrowing SecretBytes, with parameters: Parameters) throws(KeychainError) {
        guard parameters.isAcceptable else {
            throw KeychainError(.notAvailable, during: "reading the cost of an application's password")
        }
        passwordKey = ItemSecret(
            try PasswordKey.derive(from: password, salt: parameters.salt, cost: parameters.cost))
        self.parameters = parameters
    }

    /// Bytes of ``expanded(for:)``: the key that seals, then what shows that it is the right one.
    static let expandedSize = XAES256GCM.keySize + commitmentSize
    static let commitmentSize = 32

    /// HKDF-SHA-256 (RFC 5869) over the password key, for one row.
    func expanded(for row: RowIdentifier) -> SecretBytes {
        unsafe passwordKey.bytes.withUnsafeBytes { material in
            unsafe HKDFSHA256.derive(
                Self.expandedSize, from: material, salt: row.bytes, info: Array("latchkey application password v1".utf8)
            )
        }
    }
}
