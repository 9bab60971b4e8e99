// The keys that take the place of others with the first password.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension UnlockedKeybag {
    /// New class keys and metadata keys for all classes, and the index key of `old`: the digests under it stay.
    package init(renewing old: borrowing UnlockedKeybag) throws(KeychainError) {
        self.init(keychain: old.keychain)
        install(try old.copy(.indexKey), as: .indexKey)
        for protection in ProtectionClass.allCases {
            generate(.classKey(protection))
            generate(.metadataKey(protection))
        }
    }
}
