// Sets, changes and removes the password of a keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Wraps the class keys anew; no item is touched, but the first password makes new keys and seals every item under
    /// them, and removing the password destroys the items of class `akpu`.
    /// - Parameter era: when the keychain was unlocked, if a lock since then is to hold. Nil for a user who changes the
    ///   password, and unlocks by that.
    /// - Throws: `.authFailed` for a wrong old password, `.interactionNotAllowed` if it is missing, or if the keychain
    ///   was locked since `era`.
    func changePassword(
        from old: ItemSecret?, to new: ItemSecret?, charging memory: CallMemory = .unbounded,
        unlessLockedSince era: UInt64? = nil
    ) throws(KeychainError) {
        let new = new.flatMap { $0.count == 0 ? nil : $0 }
        if old != nil {
            try withState { state throws(KeychainError) in try state.requireNoPasswordWait() }
        }
        let deviceKey = try deviceKey.read()
        // Argon2id runs before the transaction, so that other processes need not wait for it.
        let wrapping =
            if let new {
                try unlockPlace.deriving(at: .standard) { () throws(KeychainError) in
                    try LockedKeybag.Wrapping(password: new.bytes, deviceKey: deviceKey)
                }
            } else {
                LockedKeybag.Wrapping(deviceKey: deviceKey)
            }
        let proof = try trying(old) { state, old, tried throws(KeychainError) -> OldPassword in
            if let era { try state.requireUnlocked(since: era) }
            return try state.proveForChange(old, noting: &tried)
        }
        if wrapping.hasPassword, proof.unlockKey == nil {
            try setFirstPassword(wrapping, after: proof.keybag, charging: memory)
        } else {
            try wrapAnew(with: wrapping, provenBy: proof, unlessLockedSince: era)
        }
        // Until then the file itself has the keybag of the old password, what was sealed under its keys, and what was
        // of class `akpu`.
        emptyLog()
    }

    private func wrapAnew(
        with wrapping: borrowing LockedKeybag.Wrapping, provenBy proof: OldPassword, unlessLockedSince era: UInt64?
    ) throws(KeychainError) {
        try writeAlone { state, triesAgain throws(KeychainError) -> Void? in
            try state.readingRefresh()
            if let era { try state.requireUnlocked(since: era) }
            // The keys may have been locked since they were brought in.
            try state.unlock(with: proof)
            let changed: LockedKeybag
            var prepared: LockedKeybag?
            do throws(KeychainError) {
                let written = try state.connection.writeAtOnce(triesAgain: triesAgain) {
                    transaction throws(KeychainError) in
                    if let era {
                        // Another process may have locked since; from here on none can.
                        try state.refresh(in: transaction.snapshot)
                        try state.requireUnlocked(since: era)
                    }
                    let current = try state.provenKeybag()
                    guard current.keybag == proof.keybag else { throw .changedByAnother }
                    if !wrapping.hasPassword { try state.keybags.removePasswordClass(in: transaction) }
                    // The settings as they are now: another process may have changed them since.
                    let changed = try LockedKeybag(
                        wrapping: state.keys, with: wrapping, settings: current.settings)
                    try state.deviceKey.requireCurrent(for: changed)
                    try state.keybags.store(changed, in: transaction)
                    // Before the commit: whoever reads the new keybag finds it unlocked, since changing a password
                    // proves it.
                    prepared = changed
                    if wrapping.hasPassword { try state.keepUnlocked(with: wrapping.unlockKey, of: changed) }
                    return changed
                }
                guard let written else { return nil }
                changed = written
            } catch {
                if let prepared { state.dropKeys(keptFor: prepared, isFirst: false) }
                throw error
            }
            if !wrapping.hasPassword { state.forgetPasswordClass() }
            state.adopt(changed)
            if !wrapping.hasPassword { state.session?.forget() }
            return ()
        }
    }
}

/// That a user who changes the password knows the old one.
private struct OldPassword: Sendable {
    /// Of the keybag that it belongs to.
    let keybag: RowIdentifier
    /// nil if there was no password.
    let unlockKey: ItemSecret?
}

extension KeychainState {
    /// Proves the old password.
    fileprivate mutating func proveForChange(
        _ old: DerivedPassword?, noting tried: inout PasswordTry?
    ) throws(KeychainError) -> OldPassword {
        guard keybag.hasPassword else {
            guard old?.isEmpty ?? true else {
                throw KeychainError(
                    .authFailed, during: "changing a password", hint: "this keychain has no password yet")
            }
            return OldPassword(keybag: keybag.keybag, unlockKey: nil)
        }
        guard let unlockKey = old?.unlockKey else {
            throw KeychainError(
                .interactionNotAllowed, during: "changing a password", hint: "the old password is needed")
        }
        try unlockKeys(with: unlockKey, noting: &tried)
        return OldPassword(keybag: keybag.keybag, unlockKey: unlockKey)
    }

    /// Brings in every key that is to be wrapped.
    fileprivate mutating func unlock(with proof: OldPassword) throws(KeychainError) {
        guard keybag.keybag == proof.keybag else { throw .changedByAnother }
        guard let unlockKey = proof.unlockKey else { return }
        try keybag.unlock(&keys, with: unlockKey.bytes)
        try keybags.openMetadataKeys(into: &keys)
    }

    fileprivate mutating func forgetPasswordClass() {
        keys.wipe(.classKey(.akpu))
        keys.wipe(.metadataKey(.akpu))
    }
}

extension KeychainError {
    static let changedByAnother = KeychainError(
        .authFailed, during: "changing a password",
        hint: "another process has just changed the password; try again with that one")
}
