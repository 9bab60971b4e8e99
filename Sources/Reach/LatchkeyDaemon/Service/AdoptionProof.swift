// That the user has proved an adoption, for as long as nobody locks.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import Synchronization

/// Of one connection. It keeps no password.
final class AdoptionProof: Sendable {
    /// The time between two locks of the login keychain in which it was proved.
    private let era = Mutex<UInt64?>(nil)

    func note(_ era: UInt64) { self.era.withLock { $0 = era } }

    /// - Throws: `.interactionNotAllowed` if it was proved before a lock: who locks is not to be undone by the next
    ///   page of items.
    func holds(in era: UInt64) throws(KeychainError) -> Bool {
        guard let proven = self.era.withLock({ $0 }) else { return false }
        guard proven == era else {
            throw KeychainError(
                .interactionNotAllowed, during: "taking in the items of another keychain",
                hint: "the login keychain was locked meanwhile; run `latchkey adopt` again")
        }
        return true
    }
}
