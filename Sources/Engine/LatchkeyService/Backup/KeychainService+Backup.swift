// Begins backups and restores, and takes them on, a step a call.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import Synchronization

extension KeychainService {
    /// Begins a backup. The keychain must be unlocked.
    /// - Parameters:
    ///   - password: the one that the backup is to have.
    ///   - proof: the keychain's, and nil if it has none. Whoever has a backup and its password has every item of every
    ///     program, so that a program which only runs as the user gets none.
    func beginBackup(
        under password: ItemSecret, provenBy proof: ItemSecret?, of keychain: OpenKeychain, for call: CallContext
    ) throws(KeychainError) -> TransferState {
        guard password.count > 0 else {
            throw KeychainError(
                .parameter, during: "beginning a backup", hint: "a backup has a password; give one that is not empty")
        }
        try keychain.prove(proof)
        let (identity, keybag, settings) = try keychain.withState { state throws(KeychainError) in
            try state.readingRefresh()
            try state.requireEveryKey()
            return (state.keybag.keychain, state.keybag.keybag, state.keybag.settings)
        }
        let key = BackupKey()
        let backup = RowIdentifier.random()
        let wrapping = try keychain.unlockPlace.deriving(at: .standard) { () throws(KeychainError) in
            try key.wrapped(
                by: password.bytes, salt: SystemRandom.bytes(count: PasswordKey.saltSize), cost: .standard,
                for: backup, of: identity)
        }
        let header = BackupHeader(
            backup: backup, keychain: identity, time: clock.now(), device: MachineIdentity.current,
            wrappings: [wrapping])
        let export = try BackupExport(
            of: keychain.file, on: keychain.withOwnConnection { $0 }, header: header, key: key,
            deviceKey: keychain.deviceKey.read(), keybag: keybag, settings: settings)
        let entry = try transfers.insert(export, of: call.bearer, on: keychain, at: clock.uptime())
        return TransferState(number: entry.number)
    }

    /// Begins a restore, which changes nothing yet.
    /// - Parameters:
    ///   - beginning: the first bytes of the file, at least its preamble.
    ///   - proof: the keychain's password, and nil if it has none. A restore writes items of every program.
    /// - Throws: `.authFailed` for a wrong password, and for any while it has to wait after wrong ones.
    func beginRestore(
        from beginning: [UInt8], under password: ItemSecret, provenBy proof: ItemSecret?, to keychain: OpenKeychain,
        for call: CallContext
    ) throws(KeychainError) -> TransferState {
        let preamble = try BackupPreamble(reading: beginning)
        guard let wrapping = preamble.header.passwordWrapping else { throw .unknownWrappings }
        // All users of a daemon wait for who derives a key.
        guard keychain.unlockPlace != .service || wrapping.cost.isAtMostTwice(.standard) else {
            throw KeychainError(
                .notAvailable, during: "opening a backup",
                hint: "its password takes more work than a daemon does; restore it without one: `LATCHKEY_SOCKET=none`")
        }
        try keychain.prove(proof)
        try keychain.withState { state throws(KeychainError) in
            try state.readingRefresh()
            try state.requireEveryKey()
        }
        let key = try backupPasswordTurn.withLock { _ throws(KeychainError) in
            try fileKey(of: preamble, opening: password, at: wrapping.cost, on: keychain)
        }
        let restore = BackupRestore(
            preamble, under: key, on: try keychain.withOwnConnection { $0 }, deviceKey: try keychain.deviceKey.read(),
            formerDeviceKey: try keychain.deviceKey.readFormer(),
            isOfThisMachine: preamble.header.device == MachineIdentity.current, clock: clock)
        let entry = try transfers.insert(restore, of: call.bearer, on: keychain, at: clock.uptime())
        var state = TransferState(number: entry.number)
        state.position = UInt64(preamble.count)
        return state
    }

    /// Takes the next step.
    /// - Throws: what keeps it from that; it is then over, and a restore has changed nothing.
    func go(
        on number: UInt64, _ step: TransferStep, with keychain: OpenKeychain, for call: CallContext
    ) throws(KeychainError) -> TransferState {
        let entry = try transfers.entry(number, of: call.bearer, at: clock.uptime())
        guard entry.keychain === keychain else { throw .noSuchTransfer }
        var state = TransferState(number: number)
        do throws(KeychainError) {
            try entry.transfer.withLock { transfer throws(KeychainError) in
                guard let transfer else { throw entry.end }
                try transfer.perform(step, on: keychain, charging: call.memory, answering: &state)
            }
            // A step may have taken longer than the patience with the next one.
            entry.note(clock.uptime())
        } catch {
            transfers.end(entry)
            throw error
        }
        if step == .cancel || state.summary != nil { transfers.end(entry) }
        return state
    }

    /// One password at a time, with the pauses after wrong ones that a keychain has.
    private func fileKey(
        of preamble: BackupPreamble, opening password: ItemSecret, at cost: PasswordCost, on keychain: OpenKeychain
    ) throws(KeychainError) -> BackupKey {
        let (backup, now) = (preamble.header.backup, clock.now())
        let before = backupTries.of(backup) ?? .none
        guard before.wait(at: now) == nil else {
            throw KeychainError(
                .authFailed, during: "waiting after wrong passwords", hint: KeychainError.untriedPassword,
                cause: before.cause(at: now))
        }
        do throws(KeychainError) {
            let key = try keychain.unlockPlace.deriving(at: cost) { () throws(KeychainError) in
                try BackupKey(of: preamble, opening: password.bytes)
            }
            backupTries.forget(backup)
            return key
        } catch {
            guard error.code == .authFailed else { throw error }
            let wrong = WrongPasswords(count: before.count + 1, last: clock.now())
            backupTries.keep(wrong, of: backup)
            throw KeychainError(
                error.code, saying: error.operation, hint: error.hint, cause: wrong.cause(at: clock.now()))
        }
    }
}
