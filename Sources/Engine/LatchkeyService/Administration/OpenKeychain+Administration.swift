// What the user does with a keychain as a whole: make, unlock, lock, change the password, delete.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Makes the keychain; with a password it is unlocked afterwards, for the login session.
    /// - Throws: `.duplicateKeychain` if there is one.
    func create(password: ItemSecret?) throws(KeychainError) {
        let password = password.flatMap { $0.count == 0 ? nil : $0 }
        let source = deviceKey
        let deviceKey = try source.readOrCreate()
        let wrapping =
            if let password {
                try unlockPlace.deriving(at: .standard) { () throws(KeychainError) in
                    try LockedKeybag.Wrapping(password: password.bytes, deviceKey: deviceKey)
                }
            } else {
                LockedKeybag.Wrapping(deviceKey: deviceKey)
            }
        try file.create(now: clock.now()) { store, transaction throws(KeychainError) in
            var keys = UnlockedKeybag(keychain: .random())
            keys.generate(.indexKey)
            for protection in ProtectionClass.allCases where protection != .akpu || password != nil {
                keys.generate(.classKey(protection))
            }
            try store.makeMetadataKeys(for: &keys, in: transaction)
            let keybag = try LockedKeybag(wrapping: keys, with: wrapping, settings: LockSettings())
            // The folder is locked, so that the key stays until the keychain has its name.
            try source.requireCurrent(for: keybag)
            try store.store(keybag, in: transaction)
        }
        // It is made, and made again it would be a duplicate: where it does not open now, the next call says why.
        if let password { try? unlock(with: password) }
    }

    /// Takes the file away, and with it every item. What was set aside of it is given up, and keeps its bytes.
    func destroy() throws(KeychainError) {
        var hasItems = true
        try? withState { state throws(KeychainError) in
            state.session?.forget()
            let items = ItemStore(state.connection)
            hasItems = try state.connection.read { snapshot throws(KeychainError) in
                try items.count(in: snapshot) > 0
            }
        }
        close()
        do throws(KeychainError) { try file.remove() } catch {
            guard error.code == .noSuchKeychain, try file.retireKept() else { throw error }
            return
        }
        // One that was just made in its place, as by a restore that has failed, decides nothing about it.
        if hasItems { _ = try? file.retireKept() }
    }

    /// Locks here and in the login session at once, and in every other process at its next call. Where the file cannot
    /// be written, or another process writes for longer than a second, those of other sessions and those that keep
    /// their keys to themselves do not hear of it.
    func lock() throws(KeychainError) {
        // Also where the file cannot be read: whoever locks wants the keys gone.
        defer { try? tryingAgain(for: .second) { state, _ throws(KeychainError) in try state.countLock() } }
        try withState { state throws(KeychainError) in
            defer {
                state.lock()
                endAutomaticPassword()
            }
            state.unlocksByUserAlone()
            try state.readingRefresh()
        }
    }

    func unlock(with password: ItemSecret) throws(KeychainError) {
        let era = try trying(password) { state, password, tried throws(KeychainError) -> UInt64 in
            if let password { try state.unlock(with: password, noting: &tried) }
            return state.era
        }
        // It is unlocked, whatever becomes of this; the next unlock tries again.
        try? wrapUnderCurrentDeviceKey(with: password, in: era)
    }

    /// Wraps the keys anew if the key of this device has moved to a TPM since they were wrapped: only now is the
    /// password at hand. A lock that comes meanwhile holds.
    /// - Parameter era: when the password was right.
    func wrapUnderCurrentDeviceKey(with password: ItemSecret, in era: UInt64) throws(KeychainError) {
        let isFormer = try withState { state throws(KeychainError) in
            try state.readingRefresh()
            try state.requireUnlocked(since: era)
            return try state.deviceKey.isFormer(for: state.keybag)
        }
        if isFormer { try changePassword(from: password, to: password, unlessLockedSince: era) }
    }

    func status() throws(KeychainError) -> KeychainStatus {
        try withState { state throws(KeychainError) in
            try state.readingRefresh()
            return KeychainStatus(
                lockState: state.lockState, hasPassword: state.keybag.hasPassword, settings: state.keybag.settings,
                isWritable: FileSystem.isDirectoryWritable(of: state.file.path),
                isUnlockShared: state.session != nil || state.unlockPlace == .service)
        }
    }

    func set(_ settings: LockSettings) throws(KeychainError) {
        try writeAlone { state, triesAgain throws(KeychainError) -> Void? in
            let changed = try state.connection.writeAtOnce(triesAgain: triesAgain) {
                transaction throws(KeychainError) in
                try state.refresh(in: transaction.snapshot)
                let deviceKey = try state.deviceKey.read(for: state.keybag)
                let key = UnlockKey.deriveDeviceOnly(deviceKey: deviceKey, keybag: state.keybag.keybag)
                let changed = state.keybag.changing(settings, deviceOnlyKey: key)
                try state.keybags.store(changed, in: transaction)
                return changed
            }
            guard let changed else { return nil }
            state.adopt(changed)
            // The kernel's timer of an unlocked keychain follows the new setting at once.
            if state.lockState == .unlocked { state.session?.touch(timeout: settings.idleTimeout ?? 0) }
            return ()
        }
    }
}

extension KeychainState {
    /// Refreshes in a read transaction of its own.
    mutating func readingRefresh() throws(KeychainError) {
        let connection = connection
        try connection.read { snapshot throws(KeychainError) in try refresh(in: snapshot) }
    }
}
