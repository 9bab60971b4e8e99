// The classes of items that have a table of their own.
// SPDX-License-Identifier: Apache-2.0

/// A class of items. The raw value is the value of `kSecClass` and the name of the table (reference 1.1).
/// Identities are no class of their own: they are the join of certificates and keys.
package enum ItemClass: String, Hashable, Sendable, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"

    /// The four characters of the raw value as one number, the first most significant.
    package var code: UInt32 {
        switch self {
        case .genericPassword: 0x6765_6e70
        case .internetPassword: 0x696e_6574
        case .certificate: 0x6365_7274
        case .key: 0x6b65_7973
        }
    }
}
