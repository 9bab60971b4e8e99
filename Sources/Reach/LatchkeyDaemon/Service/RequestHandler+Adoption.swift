// The user takes keychains of before the daemon into it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

extension RequestHandler {
    /// Any program of the user can start the command, and has no more by it than it had: only the password lets items
    /// in as they are. It is that of the keychain that is always there, also for another one, whose password anybody
    /// could have chosen.
    ///
    /// It is compared for the first request of a connection: an adoption has many, and each would unlock what was
    /// locked meanwhile.
    /// - Returns: whether it was compared, and so has unlocked the keychain.
    /// - Throws: `.authFailed` for a wrong password, `.interactionNotAllowed` if there is none, or if the keychain was
    ///   locked since it was proved.
    func proveAdoption(
        by password: ItemSecret, for user: UInt32, noting proof: AdoptionProof
    ) throws(KeychainError) -> Bool {
        let place = try homes.loginPlace(of: user)
        guard try place.service.hasPassword(ofKeychainAt: place.path) else {
            throw KeychainError(
                .interactionNotAllowed, during: "taking in the items of another keychain",
                hint:
                    "the login keychain has no password, so that nobody can prove to be the user; set one: `security set-keychain-password`"
            )
        }
        // Before the password is compared: a lock that comes meanwhile is to hold.
        let era = try place.service.era(ofKeychainAt: place.path)
        guard try !proof.holds(in: era) else { return false }
        try place.service.prove(password, ofKeychainAt: place.path)
        proof.note(era)
        return true
    }

    /// What became of items, with another word for those of the Secret Service: no password lets them into a keychain
    /// that is not the login keychain.
    func explained(
        _ outcomes: [AdoptionOutcome], of items: [MovedItem], atDefault isDefault: Bool
    ) -> [AdoptionOutcome] {
        guard !isDefault, outcomes.count == items.count else { return outcomes }
        return zip(items, outcomes).map { item, outcome in
            outcome == .needsPassword && item.attributes.contains(.searchAttributes) ? .ofLoginKeychain : outcome
        }
    }

    /// The items that the password lets in as they are.
    ///
    /// Programs on a bus search all keychains. An item of the Secret Service comes into the default one alone, which
    /// tells what else it has, and so which comes first.
    func adoptable(_ items: [MovedItem], atDefault isDefault: Bool) -> Set<PersistentReference> {
        Set(items.filter { isDefault || !$0.attributes.contains(.searchAttributes) }.map(\.reference))
    }
}
