// An open keychain: its file, its keybag and the keys that are available now.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTrust

/// The state of one keychain in one process. Used under the lock of its ``OpenKeychain``.
struct KeychainState: ~Copyable {
    let file: KeychainFile
    /// Which file was opened under the path.
    let fileIdentity: KeychainFile.Identity
    /// When the path was last seen to lead to that file.
    var identityChecked: CoarseTime?
    let connection: Connection
    let deviceKey: any DeviceKeySource
    let clock: KeychainClock
    let trust: TrustEvaluator
    var keybag: LockedKeybag
    var keys: UnlockedKeybag
    private(set) var session: SessionKeyring?
    let unlockPlace: UnlockPlace
    /// Where a password comes from without a user, such as a systemd credential.
    let automaticPassword: AutomaticPassword?
    private let automaticUnlock: AutomaticUnlock
    private var encodedKeybag: [UInt8]
    /// Which state of the file the keys belong to.
    private(set) var dataVersion: UInt32
    /// How often the keychain had been locked in the state of the file that the keys belong to.
    private var lockCount: Int64
    private var hasTriedAutomaticPassword = false
    /// The keybag of a first password that is about to be written, which is found unlocked.
    var arriving: ArrivingKeybag?
    /// Whether what a password change replaced is still in the file, because somebody was reading it.
    private var owesEmptyLog = false
    /// The time between two locks, by a number that begins anew with each opening of the file.
    private(set) var era = UInt64.random(in: 1 ... .max)
    /// Where the kernel keeps no keys: whether this process has unlocked, and since.
    private var wasUnlockedHere = false
    /// When the keychain was last used while unlocked, for the idle timeout where the kernel has no timer for it.
    private var lastUse: Double

    var keybags: KeybagStore { KeybagStore(connection) }
    var quarantine: Quarantine { Quarantine(connection) }
    var passwordTries: PasswordTryStore { PasswordTryStore(connection) }
    private var locks: LockCount { LockCount(connection) }

    /// True if the file was opened without locks and has changed since (``KeychainFile/open()``).
    var isOutdated: Bool { connection.isOutdated(of: file) }

    /// Opens the file with the key of this device.
    /// - Throws: `.noSuchKeychain`, `.invalidKeychain`, `.wrongVersion`, `.notAvailable`, `.decode`.
    init(
        _ file: KeychainFile, deviceKey: any DeviceKeySource, clock: KeychainClock, trust: TrustEvaluator,
        unlockPlace: UnlockPlace, automaticPassword: AutomaticPassword?, automaticUnlock: AutomaticUnlock
    ) throws(KeychainError) {
        // Before it is opened: a file that is exchanged meanwhile is then noticed at the next call.
        guard let fileIdentity = file.identity else {
            throw KeychainError(
                .noSuchKeychain, during: "opening a keychain", hint: "make one with `security create-keychain`")
        }
        let connection = try file.open()
        try connection.execute("BEGIN")
        defer { try? connection.execute("COMMIT") }
        try connection.requireKnownSchema()
        let encodedKeybag = try KeybagStore(connection).encodedKeybag()
        let keybag = try LockedKeybag(decoding: encodedKeybag)
        var keys = try Self.openDeviceOnly(keybag, with: deviceKey)
        try KeybagStore(connection).openMetadataKeys(into: &keys)
        let lockCount = try LockCount(connection).read()
        self.file = file
        self.fileIdentity = fileIdentity
        self.deviceKey = deviceKey
        self.clock = clock
        self.trust = trust
        lastUse = clock.uptime()
        self.automaticPassword = automaticPassword
        self.automaticUnlock = automaticUnlock
        self.connection = connection
        self.encodedKeybag = encodedKeybag
        self.keybag = keybag
        self.keys = keys
        dataVersion = connection.dataVersion
        self.lockCount = lockCount
        self.unlockPlace = unlockPlace
        session =
            switch unlockPlace {
            case .loginSession:
                SessionKeyring(keychain: keybag.keychain, keybag: keybag.keybag, locks: lockCount)
            case .service: nil
            }
    }

    private static func openDeviceOnly(
        _ keybag: LockedKeybag, with deviceKey: any DeviceKeySource
    ) throws(KeychainError) -> UnlockedKeybag {
        try keybag.open(
            deviceOnlyKey: UnlockKey.deriveDeviceOnly(deviceKey: deviceKey.read(for: keybag), keybag: keybag.keybag))
    }

    /// Brings the keys up to what the file and the login session say now. It is done in the transaction of the
    /// operation, so that a lock or a password change in another process holds from the next call on.
    mutating func refresh(in snapshot: borrowing Snapshot) throws(KeychainError) {
        if connection.dataVersion != dataVersion {
            try connection.requireKnownSchema()
            let current = try keybags.encodedKeybag()
            if current != encodedKeybag {
                let reread = try LockedKeybag(decoding: current)
                // Whatever has changed in it, this device's key vouches for the whole. If that fails, nothing has
                // changed here, and the next call tries again.
                var opened = try Self.openDeviceOnly(reread, with: deviceKey)
                if reread.keybag != keybag.keybag {
                    // Which class keys there are has changed, and with a first password all of them; begin again from
                    // the device key.
                    let isArriving = arriving?.keybag == reread.keybag
                    if isArriving, let arriving { try reread.unlock(&opened, with: arriving.unlockKey.bytes) }
                    try keybags.openMetadataKeys(into: &opened)
                    keys = opened
                    wasUnlockedHere = isArriving
                    if isArriving {
                        arriving = nil
                        lastUse = clock.uptime()
                    }
                    // What was proved was another password.
                    era &+= 1
                    session?.follow(keybag: reread.keybag)
                }
                keybag = reread
                encodedKeybag = current
            }
            follow(locks: try locks.read())
            dataVersion = connection.dataVersion
        }
        try followSession()
    }

    /// The keybag that the file has now; the keys stay as they are.
    func provenKeybag() throws(KeychainError) -> LockedKeybag {
        let current = try keybags.encodedKeybag()
        guard current != encodedKeybag else { return keybag }
        let reread = try LockedKeybag(decoding: current)
        _ = try Self.openDeviceOnly(reread, with: deviceKey)
        return reread
    }

    /// Runs `body` as the only writer, with the keys brought up to the file. What it did stays if it is done.
    /// - Parameter isAdding: as for `Connection.write`.
    /// - Parameter triesAgain: whether the caller comes again if another process is in the way.
    /// - Returns: nil if another process is in the way.
    mutating func write<R>(
        adding isAdding: Bool = false, triesAgain: Bool,
        _ body: (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> Outcome<R>
    ) throws(KeychainError) -> Outcome<R>? {
        let connection = connection
        let result = try connection.writeAtOnce(
            adding: isAdding, triesAgain: triesAgain, keeping: { (outcome: Outcome<R>) in outcome.isDone }
        ) { transaction throws(KeychainError) in
            try refresh(in: transaction.snapshot)
            return try body(&self, transaction)
        }
        guard let result else { return nil }
        // The keys belong to this state too: since they were brought up to the file nobody else has written, and
        // another's write counts once it is read.
        if result.isDone { dataVersion = connection.dataVersion }
        if owesEmptyLog { _ = emptyLog() }
        return result
    }

    /// Takes what was replaced out of the file and its log; if somebody reads it, after one of the next writes.
    /// - Returns: false if somebody does.
    mutating func emptyLog() -> Bool {
        owesEmptyLog = !connection.emptyLog()
        return !owesEmptyLog
    }

    /// Locks if another process has locked, whichever session that belongs to.
    private mutating func follow(locks count: Int64) {
        guard count != lockCount else { return }
        lockCount = count
        session?.follow(locks: count)
        // Also where it was unlocked again since: what was proved before the lock holds no more.
        era &+= 1
        unlocksByUserAlone()
        if session == nil, keybag.hasPassword { lockKeys() }
    }

    /// Takes the keys that the login session has, or wipes those it has not.
    mutating func followSession() throws(KeychainError) {
        guard keybag.hasPassword else { return }
        if session == nil { lockAfterIdling() }
        switch lockState {
        case .unlocked:
            if !keys.has(.classKey(.ak)) {
                guard let session, let unlockKey = session.unlockKey() else { break }
                do {
                    try keybag.unlock(&keys, with: unlockKey)
                } catch  where error.code == .authFailed {
                    // Not the key of this keybag, whoever put it there.
                    session.forget()
                    lockKeys(toBeforeFirstUnlock: true)
                }
            }
            // Also where it was unlocked before, and reading these failed then.
            if !keys.has(.metadataKey(.ak)) { try keybags.openMetadataKeys(into: &keys) }
            if let session, let timeout = keybag.settings.idleTimeout { session.touch(timeout: timeout) }
        case .lockedAfterFirstUnlock:
            if keys.has(.classKey(.ak)) { lockKeys() }
            if !keys.has(.classKey(.ck)), let session, let firstUnlockKeys = session.firstUnlockKeys() {
                do throws(KeychainError) {
                    try install(firstUnlockKeys)
                } catch  where error.isDamage {
                    // Those from before a first password that was set in another session.
                    session.forget()
                    lockKeys(toBeforeFirstUnlock: true)
                }
            }
        case .beforeFirstUnlock:
            if keys.has(.classKey(.ck)) { lockKeys(toBeforeFirstUnlock: true) }
            try unlockAutomatically()
        }
    }

    /// The idle timeout of a process that unlocks for itself. The kernel's keyring has its own.
    private mutating func lockAfterIdling() {
        let now = clock.uptime()
        if let timeout = keybag.settings.idleTimeout, keys.has(.classKey(.ak)), now - lastUse > Double(timeout) {
            lockKeys()
        }
        lastUse = now
    }

    /// Locks where the idle timeout is over, and nobody may come to notice.
    /// - Returns: true if it will lock later.
    mutating func lockIfIdle() -> Bool {
        guard session == nil, let timeout = keybag.settings.idleTimeout, keys.has(.classKey(.ak)), keybag.hasPassword
        else { return false }
        guard clock.uptime() - lastUse > Double(timeout) else { return true }
        lockKeys()
        return false
    }

    private mutating func install(_ firstUnlockKeys: borrowing SecretBytes) throws(KeychainError) {
        for (index, protection) in [ProtectionClass.ck, .cku].enumerated() {
            let key = unsafe firstUnlockKeys.withUnsafeBytes { bytes in
                let start = index * XAES256GCM.keySize
                return unsafe SecretBytes(
                    copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + XAES256GCM.keySize]))
            }
            keys.install(key, as: .classKey(protection))
        }
        try keybags.openMetadataKeys(into: &keys)
    }

    /// Unlocks once with a password that was configured for programs without a user. A wrong one leaves the keychain
    /// locked: the call then says so with its own code. It is not counted, so that a stale password file cannot keep
    /// the user out.
    private mutating func unlockAutomatically() throws(KeychainError) {
        guard let automaticPassword, !hasTriedAutomaticPassword, let basis = passwordBasis, try passwordWait() == nil
        else { return }
        hasTriedAutomaticPassword = true
        guard let password = try automaticPassword(file.path) else { return }
        let unlockKey = try Self.unlockKey(
            from: password.bytes, on: basis, deviceKey: deviceKey.read(for: keybag), at: unlockPlace)
        do {
            try keybag.unlock(&keys, with: unlockKey)
        } catch  where error.code == .authFailed {
            return
        }
        try keybags.openMetadataKeys(into: &keys)
        try keepUnlocked(with: unlockKey, of: keybag)
        if (try? deviceKey.isFormer(for: keybag)) == true {
            automaticUnlock.note(AutomaticUnlock.Proof(password: password, era: era))
        }
    }

    /// - Throws: `.interactionNotAllowed` if the keychain was locked since, also if it was unlocked again.
    func requireUnlocked(since era: UInt64) throws(KeychainError) {
        guard self.era == era, !isLockedByPassword else {
            throw KeychainError(.interactionNotAllowed, during: "wrapping the keys of a keychain anew")
        }
    }

    var lockState: LockState {
        guard keybag.hasPassword else { return .unlocked }
        if let session { return session.lockState }
        if keys.has(.classKey(.ak)) { return .unlocked }
        return wasUnlockedHere ? .lockedAfterFirstUnlock : .beforeFirstUnlock
    }

    var isUnlockedByPassword: Bool { keybag.hasPassword && keys.has(.classKey(.ak)) }

    /// Whether it was unlocked or locked here, which the file does not say.
    var remembersLocks: Bool { keybag.hasPassword && (wasUnlockedHere || hasTriedAutomaticPassword) }

    var hasPassword: Bool { keybag.hasPassword }

    var isLockedByPassword: Bool { keybag.hasPassword && !keys.has(.classKey(.ak)) }

    /// Unlocks with a password, for the whole login session where the kernel keeps keys, else for this process.
    /// - Throws: `.authFailed` for a wrong password.
    mutating func unlock(with password: DerivedPassword, noting tried: inout PasswordTry?) throws(KeychainError) {
        guard let unlockKey = password.unlockKey else {
            guard password.isEmpty else {
                throw KeychainError(
                    .authFailed, during: "unlocking a keychain", hint: "this keychain has no password")
            }
            return
        }
        try unlockKeys(with: unlockKey, noting: &tried)
        try keybags.openMetadataKeys(into: &keys)
        try keepUnlocked(with: unlockKey.bytes, of: keybag)
        // Nobody waits while a key is derived, and a lock that came then is to hold.
        if era != password.era { lock() }
    }

    /// Tells the login session that the keychain is unlocked.
    /// - Parameter keybag: the one that the unlock key belongs to; it may be about to be committed.
    mutating func keepUnlocked(
        with unlockKey: borrowing SecretBytes, of keybag: LockedKeybag
    ) throws(KeychainError) {
        wasUnlockedHere = true
        lastUse = clock.uptime()
        try tellSession(of: keys, with: unlockKey, of: keybag)
    }

    /// Gives the login session the keys of an unlocked keychain, where the kernel keeps some.
    func tellSession(
        of keys: borrowing UnlockedKeybag, with unlockKey: borrowing SecretBytes, of keybag: LockedKeybag
    ) throws(KeychainError) {
        guard session != nil,
            let session = SessionKeyring(keychain: keybag.keychain, keybag: keybag.keybag, locks: lockCount)
        else { return }
        let ck = try keys.copy(.classKey(.ck))
        let cku = try keys.copy(.classKey(.cku))
        let both = unsafe SecretBytes(count: ck.count + cku.count) { target in
            unsafe ck.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[ck.count...])
            unsafe cku.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
        }
        guard session.store(unlockKey: unlockKey, firstUnlockKeys: both, timeout: keybag.settings.idleTimeout) else {
            throw KeychainError(
                .notAvailable, during: "keeping the unlock key in the kernel keyring",
                hint: "the kernel's key quota is used up; see /proc/key-users")
        }
    }

    /// Wipes the keys that a lock takes; what was proved before it holds no more.
    private mutating func lockKeys(toBeforeFirstUnlock: Bool = false) {
        keys.lock(toBeforeFirstUnlock: toBeforeFirstUnlock)
        era &+= 1
        _ = automaticUnlock.take()
    }

    /// Takes back what the login session was told of a keybag that did not get into the file.
    func dropKeys(keptFor keybag: LockedKeybag, isFirst: Bool) {
        guard session != nil,
            let session = SessionKeyring(keychain: keybag.keychain, keybag: keybag.keybag, locks: lockCount)
        else { return }
        // Before its first password a keychain has no keys of a first unlock.
        if isFirst { session.forget() } else { session.lock() }
    }

    /// Whoever locks does not want a configured password to unlock again, or first.
    mutating func unlocksByUserAlone() { hasTriedAutomaticPassword = true }

    /// Locks: here at once, in the other processes of the session at their next call.
    mutating func lock() {
        arriving = nil
        guard keybag.hasPassword else { return }
        unlocksByUserAlone()
        session?.lock()
        lockKeys()
    }

    /// Tells every other process of a lock, which then locks at its next call.
    /// - Returns: nil if another process writes.
    mutating func countLock() throws(KeychainError) -> Void? {
        guard keybag.hasPassword else { return () }
        guard let count = try locks.advance() else { return nil }
        lockCount = count
        session?.follow(locks: count)
        return ()
    }

    /// Locks what `event` is to lock.
    mutating func lock(after event: LockEvent) {
        if event == .screenLock || keybag.settings.locksOnSleep { lock() }
    }

    /// Takes note of a keybag that this process has just written.
    mutating func adopt(_ keybag: LockedKeybag) {
        // What was proved was another password.
        if keybag.keybag != self.keybag.keybag { era &+= 1 }
        self.keybag = keybag
        session?.follow(keybag: keybag.keybag)
        encodedKeybag = keybag.encoded
    }
}

/// Gives the password that is configured for the keychain at a path, or nil if there is none.
package typealias AutomaticPassword = @Sendable (_ path: String) throws(KeychainError) -> ItemSecret?
