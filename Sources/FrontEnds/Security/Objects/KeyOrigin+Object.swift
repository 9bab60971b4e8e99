// The object of a password that was found.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects

extension KeyOrigin {
    /// The object of the item of a password, or nil if it is not known which keychain is the default one.
    func object(of reference: PersistentReference) -> SecKeychainItem? {
        guard let path = keychain ?? (try? client.preferences.defaultKeychain()) else { return nil }
        return SecKeychainItem(reference, in: path, of: client)
    }
}
