// The keychain behind every transport: takes a request and a caller, decides, then does.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTPM
package import LatchkeyTrust
import Synchronization

/// Serves the keychains of one process. Safe to call from any thread.
package final class KeychainService: Sendable {
    /// In no order; a process has one or two, so that comparing paths is faster than hashing them.
    private let keychains = Mutex<[OpenKeychain]>([])
    let deviceKey: any DeviceKeySource
    let clock: KeychainClock
    /// Whether the user could show a finger, asked outside of every lock.
    let biometry: @Sendable () -> BiometryState
    let book = ProofBook()
    let transfers = TransferTable()
    /// Taken by whoever tries the password of a backup.
    let backupPasswordTurn = Mutex(())
    /// Wrong ones of each. A file says itself what it is called, so these hold up nobody else.
    let backupTries = UnwrittenTries()
    private let trust: TrustEvaluator
    private let automaticPassword: AutomaticPassword?
    private let unlockPlace: UnlockPlace
    /// Whether the screen was locked: then a keychain that nobody has opened yet is not unlocked by a configured
    /// password either.
    private let wasScreenLocked = Atomic<Bool>(false)

    /// Keychains that are open at once. A process has one or two; a daemon's clients may name as many as they like.
    private static let largestCount = 256

    /// - Parameter home: the directory that holds the device key.
    /// - Parameter automaticPassword: where a password comes from without a user; asked once for each keychain, before
    ///   its first unlock.
    /// - Parameter anchors: the certificates that others are trusted by.
    /// - Parameter unlockPlace: where an unlocked keychain stays unlocked.
    /// - Parameter tpm: the name of the TPM that a device key may be in.
    /// - Parameter biometry: what the fingerprint reader of the machine is to the user.
    package init(
        home: String, clock: KeychainClock = .system, anchors: TrustAnchors = .system,
        unlockPlace: UnlockPlace = .loginSession, tpm: String = TPM.configured,
        biometry: @escaping @Sendable () -> BiometryState = { .unavailable },
        automaticPassword: AutomaticPassword? = nil
    ) {
        self.unlockPlace = unlockPlace
        self.biometry = biometry
        deviceKey = HomeDeviceKey(directory: home, tpm: tpm)
        self.clock = clock
        trust = TrustEvaluator(anchors: anchors, settings: [TrustSettingsFile(home: home), .machine])
        self.automaticPassword = automaticPassword
        ForkGuard.watch(self)
    }

    /// Bounds the memory of all keychains that a process keeps open for others.
    package static func limitMemory() { StoreMemory.limit() }

    /// The keychains that this process has opened, and not the one that it was forked from.
    var ownKeychains: [OpenKeychain] { keychains.withLock { $0 }.filter { $0.processID == getpid() } }

    /// Does the call with what was proved for it, anew until no key of its password is missing. Keys are derived
    /// between two tries: Argon2id runs outside of the lock and of every transaction, and nobody waits for it but calls
    /// that want keys of this keychain, too.
    /// - Throws: `.authFailed` if more keys are missing than one call derives.
    func attempt(
        _ request: Request, inKeychainAt path: String, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reply> {
        let keychain = try keychain(at: path)
        defer { keychain.followAfterAutomaticUnlock() }
        try call.caller.userPermission?.requireNoDigest(in: request)
        let madeKey = try MadeKey(for: request, from: call.caller)
        while true {
            call.proofs.begin()
            let outcome = try outcome(of: request, madeKey, in: keychain, for: call)
            guard case .needs(.keys) = outcome, let keys = call.applicationKeys else { return outcome }
            try keys.deriveWanted(taking: keychain.derivation, at: keychain.unlockPlace)
        }
    }

    /// One try.
    private func outcome(
        of request: Request, _ madeKey: MadeKey?, in keychain: OpenKeychain, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reply> {
        let permission = call.caller.userPermission
        do throws(KeychainError) {
            switch request {
            case .copy(let query):
                return try keychain.copy(query, for: call).answered(returning: query.returning, to: permission)
            case .copyIdentities(let query):
                return try keychain.copy(query, for: call).answered(returning: query.returning, to: permission)
            // Who adds an item has its secret. An answer that brought it back could find no room once the item is
            // stored.
            case .add(let addition): return try keychain.add(addition, for: call).map { [$0] }.listed(for: permission)
            case .addIdentity(let addition):
                return try keychain.add(addition, for: call).map { [$0] }.answered(returning: [], to: permission)
            case .addKeyPair(let privateHalf, let publicHalf):
                return try keychain.addPair(private: privateHalf, public: publicHalf, for: call).listed(for: permission)
            case .makeKey:
                guard let madeKey else { throw KeychainError(.internalError, during: "storing a key") }
                return try keychain.add(madeKey, for: call).map(Reply.items)
            case .useKey(let use): return try keychain.use(use, for: call).map(Reply.computed)
            case .update(let query, let change):
                return try keychain.update(query, with: change, for: call).map { .done }
            case .updateIdentities(let query, let change):
                return try keychain.update(query, with: change, for: call).map { .done }
            case .delete(let query): return try keychain.delete(query, for: call).listed(for: permission)
            case .deleteIdentities(let query): return try keychain.delete(query, for: call).map { _ in .done }
            case .deleteIdentity(let query): return try keychain.deleteIdentity(query, for: call).map { _ in .done }
            case .sealedData(let reference):
                return .done(.sealedData(try keychain.sealedData(of: reference, for: call)))
            case .accessList(let reference):
                return .done(.accessList(try keychain.accessList(of: reference, for: call)))
            case .setAccessList, .create, .destroy, .lock, .unlock, .changePassword, .status, .set, .examine,
                .quarantinedRow, .restoreRow, .discardRow, .identity, .introduction, .nextQuestion, .isQuestionOpen,
                .answerQuestion, .presence, .evaluate, .endContext, .busReport, .decideOnBus, .beginBackup,
                .beginRestore, .transfer, .survey, .adopt:
                return .done(try reply(to: request, in: keychain, for: call))
            }
        } catch {
            // What a user does with a keychain as a whole, and looking at it, moves nothing.
            guard request.traits.touches == .items, error.suggestsDamage else { throw error }
            throw try keychain.settingAside(after: error)
        }
    }

    /// The answer to what is done with a keychain as a whole, which lacks nothing that the user could be asked for.
    private func reply(
        to request: Request, in keychain: OpenKeychain, for call: CallContext
    ) throws(KeychainError) -> Reply {
        switch request {
        case .setAccessList(let reference, let list, let password):
            try keychain.setAccessList(of: reference, to: list, provenBy: password, for: call)
        case .create(let password): try keychain.create(password: password)
        case .destroy: try keychain.destroy()
        case .lock:
            book.forgetAll()
            transfers.end(toLock: keychain)
            try keychain.lock()
        case .presence: return .presence(try presence(inKeychainAt: keychain.file.path))
        // What the daemon knows of other processes' contexts it has ended already.
        case .endContext(let context): endContext(context, of: ProofBearer.ofThisProcess.process, call.caller)
        case .unlock(let password): try keychain.unlock(with: password)
        case .changePassword(let old, let new): try keychain.changePassword(from: old, to: new, charging: call.memory)
        case .status: return .status(try keychain.status())
        case .set(let settings): try keychain.set(settings)
        case .quarantinedRow(let number):
            return .quarantinedRow(try keychain.quarantinedRow(number, charging: call.memory))
        case .restoreRow(let number): return .restoration(try keychain.restoreRow(number, charging: call.memory))
        case .discardRow(let number): try keychain.discardRow(number)
        case .examine: return .examination(try keychain.examine(charging: call.memory))
        // A keychain in the program knows who that is.
        case .introduction: break
        case .identity(let process): return .identity(try EmbeddedIdentity.report(on: process, call.caller))
        case .beginBackup(let password, let proof):
            return .transfer(try beginBackup(under: password, provenBy: proof, of: keychain, for: call))
        case .beginRestore(let beginning, let password, let proof):
            return .transfer(
                try beginRestore(from: beginning, under: password, provenBy: proof, to: keychain, for: call))
        case .transfer(let number, let step):
            return .transfer(try go(on: number, step, with: keychain, for: call))
        case .survey(let since): return .survey(try keychain.survey(since: since, for: call))
        case .adopt(let items, _, let isTrial):
            return .adoption(try keychain.adopt(items, isTrial: isTrial, for: call))
        case .busReport, .decideOnBus:
            throw KeychainError(
                .notAvailable, during: "asking about programs on the session bus",
                hint: "without a daemon nothing answers programs on the session bus; start keychaind, see keychaind(8)")
        // What is done with items, and an evaluation, are done above; questions are the daemon's.
        case .add, .copy, .update, .delete, .addIdentity, .copyIdentities, .updateIdentities, .deleteIdentities,
            .deleteIdentity, .addKeyPair, .makeKey, .useKey, .sealedData, .accessList, .evaluate, .nextQuestion,
            .isQuestionOpen, .answerQuestion:
            throw KeychainError(
                .notAvailable, during: "waiting for questions to the user",
                hint: "without a daemon no program is asked about; see latchkey(1)")
        }
        return .done
    }

    /// - Parameter password: nil for a keychain without one.
    /// - Throws: `.authFailed` unless that is the keychain's password. Wrong ones are counted as when unlocking.
    package func prove(_ password: ItemSecret?, ofKeychainAt path: String) throws(KeychainError) {
        try keychain(at: path).prove(password)
    }

    /// Seconds for which no password of the keychain is tried, after wrong ones; 0 for none, rounded up.
    package func passwordWait(ofKeychainAt path: String) throws(KeychainError) -> Int {
        try keychain(at: path).passwordWait()
    }

    /// Does for a keychain what a login wants. One without a password stays as it is: the login's is nothing to it.
    /// - Throws: `.noSuchKeychain` if there is none, `.authFailed` if the login has another password.
    package func perform(_ action: LoginRequest.Action, ofKeychainAt path: String) throws(KeychainError) {
        let keychain = try keychain(at: path)
        guard try keychain.status().hasPassword else { return }
        switch action {
        case .unlock(let password): try keychain.unlock(with: password)
        case .changePassword(let old, let new): try keychain.changePassword(from: old, to: new)
        }
    }

    /// Puts a program on the access lists of items, because the user said so.
    /// - Throws: `.itemNotFound` if one of them has gone.
    package func allow(
        _ application: TrustedApplication, toRead references: Set<PersistentReference>, inKeychainAt path: String
    ) throws(KeychainError) {
        try keychain(at: path).allow(application, toRead: references)
    }

    /// Opens a keychain that will be used, where it is there, and unlocks nothing. A failure is the next call's.
    package func open(keychainAt path: String) {
        try? keychain(at: path).withState(isReading: true) { _ in }
    }

    /// Whether a keychain is open that a password has unlocked; true also if that cannot be told, since it is in use.
    package var holdsUnlocked: Bool { ownKeychains.contains(where: \.holdsUnlocked) }

    /// Lets go of every file. The last process to do so folds SQLite's log into the file, so that the next one need not
    /// read the log first. A later call opens anew.
    package func close() {
        transfers.endAll()
        for keychain in ownKeychains { keychain.close() }
    }

    /// Locks the keychains whose idle timeout is over; for a service that keeps the keys itself. One that is in use is
    /// not idle. Ends backups and restores of which nothing is heard.
    /// - Returns: false if no keychain is left that will lock by itself, and nothing that may end.
    package func lockIdle() -> Bool {
        var isTicking = transfers.endIdle(at: clock.uptime())
        for keychain in keychains.withLock({ $0 }) where keychain.lockIfIdle() { isTicking = true }
        return isTicking
    }

    /// Locks what `event` locks, the keychains that are in use last. From any thread.
    package func lock(after event: LockEvent) {
        book.forgetAll()
        if event == .screenLock { wasScreenLocked.store(true, ordering: .sequentiallyConsistent) }
        let opened = ownKeychains
        if event == .screenLock { for keychain in opened { keychain.endAutomaticPassword() } }
        for keychain in opened.filter({ !$0.lock(after: event, waits: false) }) {
            _ = keychain.lock(after: event, waits: true)
        }
        transfers.endLocked(waits: true)
    }

    func keychain(at path: String) throws(KeychainError) -> OpenKeychain {
        var leaving: OpenKeychain?
        // Not under the lock: folding a log in takes time.
        defer { leaving?.close() }
        let found: OpenKeychain? = keychains.withLock { keychains in
            if let index = keychains.firstIndex(where: { $0.file.path.hasSameBytes(as: path) }) {
                if keychains[index].processID == getpid() { return keychains[index] }
                // A child of fork(2) must not even close its parent's connection: SQLite would give up the parent's
                // locks.
                _ = unsafe Unmanaged.passRetained(keychains.remove(at: index))
            }
            if keychains.count >= Self.largestCount { keychains.removeAll { !$0.isOpen } }
            if keychains.count >= Self.largestCount { leaving = Self.makeRoom(in: &keychains) }
            guard keychains.count < Self.largestCount else { return nil }
            let opened = OpenKeychain(
                KeychainFile(path: path), deviceKey: deviceKey, clock: clock, trust: trust, unlockPlace: unlockPlace,
                automaticPassword: automaticPassword)
            if wasScreenLocked.load(ordering: .sequentiallyConsistent) { opened.endAutomaticPassword() }
            keychains.append(opened)
            return opened
        }
        guard let found else {
            throw KeychainError(
                .notAvailable, during: "opening a keychain", hint: "too many keychains are open at once")
        }
        return found
    }

    /// Takes away one that was neither unlocked nor locked and has no call under way, of those the one that was opened
    /// first.
    private static func makeRoom(in keychains: inout [OpenKeychain]) -> OpenKeychain? {
        for index in keychains.indices
        where isKnownUniquelyReferenced(&keychains[index]) && keychains[index].isReplaceable {
            return keychains.remove(at: index)
        }
        return nil
    }
}
