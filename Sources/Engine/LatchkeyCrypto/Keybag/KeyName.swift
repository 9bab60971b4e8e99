// The keys that a keychain holds in memory.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Names one of the keys of an ``UnlockedKeybag``.
package enum KeyName: Hashable, Sendable {
    case classKey(ProtectionClass)
    /// Seals the attributes of items of the class.
    case metadataKey(ProtectionClass)
    /// Makes the digests that are searched.
    case indexKey

    static let count = 15

    /// The place in the block of keys: index key, class keys, metadata keys.
    var slot: Int {
        switch self {
        case .indexKey: 0
        case .classKey(let protection): 1 + Int(protection.number - 6)
        case .metadataKey(let protection): 8 + Int(protection.number - 6)
        }
    }
}
