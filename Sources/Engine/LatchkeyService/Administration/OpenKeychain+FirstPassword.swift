// The first password of a keychain: new keys for everything in it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import Synchronization

/// A keybag that is about to be written, and what unlocks it: whoever reads it in this process finds it unlocked, since
/// setting a password proves it. A lock that comes first takes that away.
struct ArrivingKeybag: Sendable {
    let keybag: RowIdentifier
    let unlockKey: ItemSecret
}

extension OpenKeychain {
    /// Makes new class keys and metadata keys, seals every row under them, and wraps them, in one transaction. Until it
    /// is committed, those who read see the keychain as it was; those who write wait.
    ///
    /// The keys from before opened with this device alone, and copies of their keybag still do. Those of now are in no
    /// copy.
    /// - Parameter keybag: the one that is there, without a password.
    func setFirstPassword(
        _ wrapping: borrowing LockedKeybag.Wrapping, after keybag: RowIdentifier, charging memory: CallMemory
    ) throws(KeychainError) {
        let source = deviceKey
        let arriving = ArrivingKeybag(keybag: wrapping.keybag, unlockKey: ItemSecret(wrapping.unlockKey.copy()))
        try unlockPlace.renewing { () throws(KeychainError) in
            var isAnnounced = false
            var prepared: LockedKeybag?
            do throws(KeychainError) {
                try writeBeside { connection, triesAgain throws(KeychainError) -> Void? in
                    // In turn, and once: a lock that comes between two tries holds.
                    if !isAnnounced { try withState { state in state.arriving = arriving } }
                    isAnnounced = true
                    return try connection.writeAtOnce(triesAgain: triesAgain) { transaction throws(KeychainError) in
                        let keybags = KeybagStore(connection)
                        try connection.requireKnownSchema()
                        let current = try LockedKeybag(decoding: keybags.encodedKeybag())
                        guard current.keybag == keybag else { throw .changedByAnother }
                        let deviceKey = try source.read(for: current)
                        var old = try current.open(
                            deviceOnlyKey: UnlockKey.deriveDeviceOnly(deviceKey: deviceKey, keybag: keybag))
                        try keybags.openMetadataKeys(into: &old)
                        let renewal = KeyRenewal(connection, charging: memory, now: clock.now())
                        let new = try renewal.renew(old, in: transaction)
                        let changed = try LockedKeybag(wrapping: new, with: wrapping, settings: current.settings)
                        try source.requireCurrent(for: changed)
                        try keybags.store(changed, in: transaction)
                        // Before the commit, so that no other process of the session finds it locked.
                        prepared = changed
                        try withState { state throws(KeychainError) in
                            guard state.arriving?.keybag == changed.keybag else { return }
                            try state.tellSession(of: new, with: wrapping.unlockKey, of: changed)
                        }
                    }
                }
            } catch {
                // What was made for the file must not outlive a transaction that is rolled back.
                try? withState { state in
                    if state.arriving?.keybag == arriving.keybag { state.arriving = nil }
                    if let prepared { state.dropKeys(keptFor: prepared, isFirst: true) }
                }
                // A transaction that did not fit on the disk has left its part of the log.
                emptyLog()
                throw error
            }
        }
        // It is done, and whoever comes next finds it: a failure to look at once is no reason to say otherwise.
        try? withState { state throws(KeychainError) in try state.readingRefresh() }
    }
}

extension UnlockPlace {
    /// Of a process that serves many users: the writes of a user wait in their turns while that user's keys are made
    /// anew.
    private static let renewals = Mutex(())

    /// Runs `body`, which makes the keys of a keychain anew. In a service one at a time, so that there is always a
    /// processor for the others.
    fileprivate func renewing(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        switch self {
        case .loginSession: try body()
        case .service: try Self.renewals.withLock { _ throws(KeychainError) in try body() }
        }
    }
}
