// One keychain of one process, shared by its threads.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTrust
import Synchronization

/// Opens the file at the first call and keeps it open. Calls of several threads take turns.
final class OpenKeychain: Sendable {
    let file: KeychainFile
    let deviceKey: any DeviceKeySource
    let clock: KeychainClock
    private let trust: TrustEvaluator
    private let automaticPassword: AutomaticPassword?
    let automaticUnlock = AutomaticUnlock()
    let unlockPlace: UnlockPlace
    private let state: Guarded<KeychainState?>
    /// Taken, before ``state``, by whoever has a second connection open.
    private let secondConnection = Guarded(())
    let writes = WriteGroup()
    /// Taken by whoever derives keys from passwords of applications: each takes 64 MiB for a while.
    let derivation = Mutex(())
    /// Taken, before ``state``, by whoever tries a password.
    let passwordTurn = Guarded(())
    /// Taken, before ``state``, by whoever has a key that was derived from a password: a fork waits for it, too.
    let derivedKey = Guarded(())
    /// Whether somebody has locked: then no configured password unlocks any more, also in a file that is opened anew.
    private let hasBeenLocked = Atomic<Bool>(false)
    /// A connection must not cross fork(2): a child opens its own.
    let processID = getpid()

    init(
        _ file: KeychainFile, deviceKey: any DeviceKeySource, clock: KeychainClock, trust: TrustEvaluator,
        unlockPlace: UnlockPlace, automaticPassword: AutomaticPassword?
    ) {
        self.unlockPlace = unlockPlace
        self.file = file
        self.deviceKey = deviceKey
        self.clock = clock
        self.trust = trust
        self.automaticPassword = automaticPassword
        state = Guarded(nil)
    }

    /// Runs `body` on the open keychain.
    /// - Parameter isReading: nothing is written. Whether the file is still the one of its path is then asked once in a
    ///   step of the coarse clock; a read in the step in which the file was exchanged is one from just before.
    /// - Throws: `.noSuchKeychain` if there is none, and what `body` throws.
    @inline(__always)
    func withState<R>(
        isReading: Bool = false,
        _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try state.withLock { (state: inout KeychainState?) throws(KeychainError) in
            // Taken away, or taken away and made anew: what is open is another file than the one of this path.
            let now = CoarseTime.now
            if !isReading || state?.identityChecked != now {
                if let opened = state?.fileIdentity, opened != file.identity { state = nil }
                state?.identityChecked = now
            }
            if state?.isOutdated == true { state = nil }
            if state == nil { state = try open() }
            let value = try body(&state!)
            guard state?.isOutdated == true else { return value }
            // Somebody has written to a file that could only be read, and was read without locks: read it again.
            state = try open()
            return try body(&state!)
        }
    }

    /// Runs `body` on a connection of its own, so that those who read go on meanwhile. It may use
    /// ``withState(isReading:_:)``.
    func withOwnConnection<R>(
        _ body: (Connection) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try secondConnection.withLock { _ throws(KeychainError) in try body(file.open()) }
    }

    private func open() throws(KeychainError) -> KeychainState {
        try KeychainState(
            file, deviceKey: deviceKey, clock: clock, trust: trust, unlockPlace: unlockPlace,
            automaticPassword: hasBeenLocked.load(ordering: .relaxed) ? nil : automaticPassword,
            automaticUnlock: automaticUnlock)
    }

    /// Keeps configured passwords from unlocking.
    func endAutomaticPassword() { hasBeenLocked.store(true, ordering: .relaxed) }

    /// Locks because of what happened to the machine or to the user's session. No call is waited for unless `waits`.
    /// - Returns: false if a call is under way, and nothing was locked.
    func lock(after event: LockEvent, waits: Bool) -> Bool {
        guard waits else { return state.withLockIfAvailable { $0?.lock(after: event) } != nil }
        state.withLock { $0?.lock(after: event) }
        return true
    }

    /// Lets go of a file whose bytes are damaged, and leaves its log as it is.
    func closeDamaged() {
        state.withLock { state in
            state?.connection.keepLog()
            state = nil
        }
    }

    /// True if the file is open, or in use and so about to be.
    var isOpen: Bool { state.withLockIfAvailable { $0 != nil } ?? true }

    /// Whether a password has unlocked it, or it is in use.
    var holdsUnlocked: Bool { state.withLockIfAvailable { $0?.isUnlockedByPassword ?? false } ?? true }

    /// Whether it is open, and locked.
    /// - Parameter waits: whether a call that is under way is waited for; else the keychain counts as unlocked.
    func isLocked(waits: Bool) -> Bool {
        guard waits else { return state.withLockIfAvailable { $0?.isLockedByPassword ?? false } ?? false }
        return state.withLock { $0?.isLockedByPassword ?? false }
    }

    /// False if it is open, and has no password that a lock would wait for.
    var mayHavePassword: Bool { state.withLock { $0?.hasPassword ?? true } }

    /// Whether it could be opened anew by another call, and nobody would see a difference; not if it is in use.
    var isReplaceable: Bool {
        guard !hasBeenLocked.load(ordering: .relaxed) else { return false }
        return state.withLockIfAvailable { $0?.remembersLocks != true } ?? false
    }

    /// Locks where the idle timeout is over.
    /// - Returns: true if it will lock by itself later.
    func lockIfIdle() -> Bool { state.withLockIfAvailable { $0?.lockIfIdle() ?? false } ?? true }

    /// Lets go of the file, and lets nobody open it until ``endFork()``.
    func prepareFork() {
        secondConnection.take { _ in }
        derivedKey.take { _ in }
        state.take { $0 = nil }
    }

    func endFork() {
        state.giveBack()
        derivedKey.giveBack()
        secondConnection.giveBack()
    }

    /// Lets go of the file.
    func close() { state.withLock { $0 = nil } }
}
