// The user takes keychains of before the daemon into it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

extension RequestHandler {
    /// Any program of the user can start the command, and has no more by it than it had: only the password lets items
    /// in as they are. It is that of the keychain that is always there, also for another one, whose password anybody
    /// could have chosen.
    /// - Throws: `.authFailed` for a wrong password, `.interactionNotAllowed` if there is none.
    func proveAdoption(by password: ItemSecret, for user: UInt32) throws(KeychainError) {
        let place = try homes.loginPlace(of: user)
        guard try place.service.hasPassword(ofKeychainAt: place.path) else {
            throw KeychainError(
                .interactionNotAllowed, during: "taking in the items of another keychain",
                hint:
                    "the login keychain has no password, so that nobody can prove to be the user; set one: `security set-keychain-password`"
            )
        }
        try place.service.prove(password, ofKeychainAt: place.path)
    }

    /// The items that the password lets in as they are.
    ///
    /// Programs on a bus search all keychains. An item of the Secret Service comes into the default one alone, which
    /// tells what else it has, and so which comes first.
    func adoptable(_ items: [MovedItem], atDefault isDefault: Bool) -> Set<PersistentReference> {
        Set(items.filter { isDefault || !$0.attributes.contains(.searchAttributes) }.map(\.reference))
    }
}
