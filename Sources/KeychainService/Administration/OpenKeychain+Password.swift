// Sets, changes and removes the password of a keychain.
// SPDX-License-Identifier: Apache-2.0

import KeychainCrypto
import KeychainModel
import KeychainStore

extension OpenKeychain {
    /// Wraps the class keys anew; no item is touched, but removing the password destroys the items of class `akpu`.
    /// - Throws: `.authFailed` for a wrong old password, `.interactionNotAllowed` where it is missing.
    func changePassword(from old: ItemSecret?, to new: ItemSecret?) throws(KeychainError) {
        let new = new.flatMap { $0.count == 0 ? nil : $0 }
        try withState { state throws(KeychainError) in
            let deviceKey = try state.deviceKey.read()
            if old != nil { try state.requireNoPasswordWait() }
            // Argon2id runs before the transaction, so that other processes need not wait for it.
            let wrapping =
                if let new {
                    try LockedKeybag.Wrapping(password: new.bytes, deviceKey: deviceKey)
                } else {
                    LockedKeybag.Wrapping(deviceKey: deviceKey)
                }
            try state.readingRefresh()
            let before = state.keybag.keybag
            try state.unlockForChange(with: old)
            let isFirst = !state.keys.has(.classKey(.akpu))
            let changed: LockedKeybag
            var prepared: LockedKeybag?
            do throws(KeychainError) {
                changed = try state.connection.write { () throws(KeychainError) in
                    let current = try LockedKeybag(decoding: state.keybags.encodedKeybag())
                    guard current.keybag == before else {
                        throw KeychainError(
                            .authFailed, during: "changing a password",
                            hint: "another process has just changed the password; try again with that one")
                    }
                    if new == nil {
                        try state.keybags.removePasswordClass()
                    } else if isFirst {
                        state.keys.generate(.classKey(.akpu))
                        try state.keybags.makeMetadataKeys(for: &state.keys)
                    }
                    // The settings as they are now: another process may have changed them since.
                    let changed = try LockedKeybag(
                        wrapping: state.keys, with: wrapping, settings: current.settings)
                    try state.keybags.store(changed)
                    // Before the commit: whoever reads the new keybag finds it unlocked, since changing a password proves it.
                    prepared = changed
                    if wrapping.hasPassword { try state.keepUnlocked(with: wrapping.unlockKey, of: changed) }
                    return changed
                }
            } catch {
                // What was made for the file must not outlive a transaction that is rolled back: the next try makes its own.
                if isFirst { state.forgetPasswordClass() }
                if let prepared { state.dropKeys(keptFor: prepared, isFirst: isFirst) }
                throw error
            }
            if new == nil { state.forgetPasswordClass() }
            state.adopt(changed)
            // Until then the file itself has the keybag of the old password, and what was of class `akpu`.
            state.emptyLog()
            if !wrapping.hasPassword { state.session?.forget() }
        }
    }
}

extension KeychainState {
    /// Proves the old password and brings in every key that is to be wrapped.
    fileprivate mutating func unlockForChange(with old: ItemSecret?) throws(KeychainError) {
        guard keybag.hasPassword else {
            guard old == nil || old?.count == 0 else {
                throw KeychainError(
                    .authFailed, during: "changing a password", hint: "this keychain has no password yet")
            }
            return
        }
        guard let old else {
            throw KeychainError(
                .interactionNotAllowed, during: "changing a password", hint: "the old password is needed")
        }
        _ = try unlockKeys(with: old.bytes)
        try keybags.openMetadataKeys(into: &keys)
    }

    fileprivate mutating func forgetPasswordClass() {
        keys.wipe(.classKey(.akpu))
        keys.wipe(.metadataKey(.akpu))
    }
}
