// A configured password that has unlocked a keychain, for what is to be done with it after the call.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import Synchronization

/// A configured password unlocks in the middle of a call, while the keychain is in use. If the keychain depends on the
/// device key of before, it is wrapped anew when the call is over.
final class AutomaticUnlock: Sendable {
    struct Proof: Sendable {
        let password: ItemSecret
        /// When it was right.
        let era: UInt64
    }

    private let isPending = Atomic<Bool>(false)
    private let proof = Mutex<Proof?>(nil)

    func note(_ new: Proof) {
        proof.withLock { $0 = new }
        isPending.store(true, ordering: .releasing)
    }

    /// What was noted, once.
    func take() -> Proof? {
        // Every call asks.
        guard isPending.load(ordering: .relaxed), isPending.exchange(false, ordering: .acquiring) else { return nil }
        return proof.withLock { proof in
            defer { proof = nil }
            return proof
        }
    }
}

extension OpenKeychain {
    /// Wraps the keys anew if a configured password has unlocked the keychain in this call, and the key of this device
    /// has moved. Call it when the call is over.
    func followAfterAutomaticUnlock() {
        guard let unlock = automaticUnlock.take() else { return }
        // The next process that unlocks tries again.
        try? wrapUnderCurrentDeviceKey(with: unlock.password, in: unlock.era)
    }
}
