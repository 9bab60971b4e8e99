// The backups and restores that are under way.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// Of one service. What is in it holds a connection, and a restore keeps others from writing: it goes if nothing is
/// heard of it for a while, or if its connection ends.
final class TransferTable: Sendable {
    /// A transfer with whose it is.
    final class Entry: Sendable {
        let number: UInt64
        let bearer: ProofBearer
        let keychain: OpenKeychain
        /// Nil once it is over.
        let transfer: Guarded<(any Transfer)?>
        /// Whether a lock has ended it.
        fileprivate let metLock = Atomic(false)
        fileprivate let lastUse: Atomic<UInt64>
        fileprivate let processID = getpid()
        private let patience: Double

        fileprivate init(
            _ transfer: sending any Transfer, number: UInt64, of bearer: ProofBearer, on keychain: OpenKeychain,
            at now: Double
        ) {
            self.number = number
            self.bearer = bearer
            self.keychain = keychain
            patience = transfer.patience
            self.transfer = Guarded(transfer)
            lastUse = Atomic(now.bitPattern)
        }

        /// Why there is no transfer any more.
        var end: KeychainError { metLock.load(ordering: .relaxed) ? .lockedForTransfer : .noSuchTransfer }

        func note(_ now: Double) { lastUse.store(now.bitPattern, ordering: .relaxed) }

        fileprivate func isIdle(at now: Double) -> Bool {
            now - Double(bitPattern: lastUse.load(ordering: .relaxed)) > patience
        }
    }

    /// At once: one user has one command, or a few.
    private static let mostEntries = 4

    private let entries = Mutex<[Entry]>([])

    /// - Parameter now: seconds of a clock that is never set.
    /// - Throws: `.notAvailable` if too many are under way.
    func insert(
        _ transfer: sending any Transfer, of bearer: ProofBearer, on keychain: OpenKeychain, at now: Double
    ) throws(KeychainError) -> Entry {
        _ = endIdle(at: now)
        let entry = Entry(
            transfer, number: .random(in: 1 ... .max), of: bearer, on: keychain, at: now)
        let hasRoom = entries.withLock { entries in
            guard entries.count < Self.mostEntries else { return false }
            entries.append(entry)
            return true
        }
        guard hasRoom else {
            throw KeychainError(
                .notAvailable, during: "beginning a backup or a restore",
                hint: "others are under way; try again when one of them has ended")
        }
        return entry
    }

    /// - Throws: `.itemNotFound` unless there is one of this number and bearer.
    func entry(_ number: UInt64, of bearer: ProofBearer, at now: Double) throws(KeychainError) -> Entry {
        forgetParents()
        guard let entry = entries.withLock({ $0.first { $0.number == number && $0.bearer == bearer } }) else {
            throw .noSuchTransfer
        }
        entry.note(now)
        return entry
    }

    /// Ends those of which nothing is heard, and those of keychains that have locked meanwhile.
    /// - Returns: whether one is left.
    func endIdle(at now: Double) -> Bool {
        endLocked(waits: false)
        for entry in entries.withLock({ $0 }) where entry.isIdle(at: now) {
            // One that is at work is not idle.
            let hasEnded = entry.transfer.withLockIfAvailable { $0 = nil } != nil
            if hasEnded { remove(entry) } else { entry.note(now) }
        }
        return entries.withLock { !$0.isEmpty }
    }

    /// Ends those of keychains that are locked: between two steps a part of an item may be in memory.
    /// - Parameter waits: whether a keychain that is in use is waited for; else it counts as unlocked.
    func endLocked(waits: Bool) {
        forgetParents()
        for entry in entries.withLock({ $0 }) where entry.keychain.isLocked(waits: waits) { lock(entry) }
    }

    /// Ends those of a keychain that is about to be locked: a restore has the transaction that others write in.
    func end(toLock keychain: OpenKeychain) {
        forgetParents()
        for entry in entries.withLock({ $0 }) where entry.keychain === keychain && keychain.mayHavePassword {
            lock(entry)
        }
    }

    /// Ends one, whose next step is told why.
    private func lock(_ entry: Entry) {
        entry.metLock.store(true, ordering: .relaxed)
        _ = entry.transfer.withLockIfAvailable { $0 = nil }
    }

    /// Ends those of a connection.
    func end(ofConnection token: UInt64) {
        for entry in entries.withLock({ $0 }) where entry.bearer.connection == token { end(entry) }
    }

    /// Ends all of them.
    func endAll() { for entry in entries.withLock({ $0 }) { end(entry) } }

    /// Ends one, and waits for nobody: one that is at a step is over when that is.
    func end(_ entry: Entry) {
        remove(entry)
        _ = entry.transfer.withLockIfAvailable { $0 = nil }
    }

    private func remove(_ entry: Entry) { entries.withLock { $0.removeAll { $0 === entry } } }

    /// A child of fork(2) must not even close its parent's connections: SQLite would give up the parent's locks.
    private func forgetParents() {
        let own = getpid()
        entries.withLock { entries in
            for entry in entries where entry.processID != own { _ = unsafe Unmanaged.passRetained(entry) }
            entries.removeAll { $0.processID != own }
        }
    }
}
