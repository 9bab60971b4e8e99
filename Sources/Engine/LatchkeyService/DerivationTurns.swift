// How many keys a service derives from passwords at once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

/// Argon2id takes 64 MiB for each key. Of a process that serves others, whoever asks for one waits until it fits, and
/// those who came first: a call that derives one key after the other would take each time what it has just given back.
final class DerivationTurns: @unchecked Sendable {  // what changes is used under `monitor`
    static let ofService = DerivationTurns()

    /// KiB of all derivations that run at once: three of the standard cost.
    private static let largest = 3 * PasswordCost.standard.memory

    private let monitor = Monitor()
    private var taken: UInt32 = 0
    /// The number of who comes next, and of who may take next.
    private var (last, first) = (UInt64(0), UInt64(0))

    /// Those who wait.
    var waiting: UInt64 {
        monitor.lock()
        defer { monitor.unlock() }
        return last - first
    }

    /// - Throws: `.notAvailable` for a cost that never fits, which only a file from elsewhere has.
    func take(_ cost: PasswordCost) throws(KeychainError) {
        guard cost.memory <= Self.largest else {
            throw KeychainError(
                .notAvailable, during: "deriving a key from a password",
                hint: "this keychain asks for more memory than a daemon gives for a password; use it without a daemon")
        }
        monitor.lock()
        let own = last
        last += 1
        while own != first || taken + cost.memory > Self.largest { monitor.wait() }
        first += 1
        taken += cost.memory
        // There may be room for the next one, too.
        monitor.wakeAll()
        monitor.unlock()
    }

    func giveBack(_ cost: PasswordCost) {
        monitor.lock()
        taken -= cost.memory
        monitor.wakeAll()
        monitor.unlock()
    }
}

extension UnlockPlace {
    /// Runs `body`, which derives one key, when there is memory for it.
    /// - Throws: `.notAvailable` for a cost that a service does not pay, and what `body` throws.
    func deriving<R: ~Copyable>(
        at cost: PasswordCost, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        switch self {
        case .loginSession: return try body()
        case .service:
            try DerivationTurns.ofService.take(cost)
            defer { DerivationTurns.ofService.giveBack(cost) }
            return try body()
        }
    }
}
