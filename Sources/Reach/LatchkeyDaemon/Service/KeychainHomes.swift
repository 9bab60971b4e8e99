// Whose keychains are where, and what a name in a request may name.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyService
import Synchronization

/// The services behind the daemon: one in user mode, one for each user in system mode.
package final class KeychainHomes: Sendable {
    package enum Layout: Hashable, Sendable {
        /// The keychains of one user, whose programs may also name others by their path:
        /// ``KeychainHomes/path(of:in:_:byTool:)``.
        case ofUser(UInt32, home: String)
        /// `<folder>/<uid>` for each user, who may name nothing outside of it.
        case ofEveryUser(folder: String)

        fileprivate func home(of user: UInt32) -> String {
            switch self {
            case .ofUser(_, let home): home
            case .ofEveryUser(let folder): "\(folder)/\(user)"
            }
        }
    }

    private let layout: Layout
    private let passwords: ConfiguredPasswords
    private let makeService: ServiceMaker
    private struct Opened {
        var service: KeychainService
        var lastUse: UInt64
    }
    /// The locks of programs, by the socket and by session buses.
    let locks = LockAllowance()
    private let services = Mutex<[UInt32: Opened]>([:])
    private let firstUse = Mutex<(@Sendable () -> Void)?>(nil)
    private let lockEvent = Mutex<(@Sendable (UInt32?) -> Void)?>(nil)
    private let change = Mutex<(@Sendable (UInt32?) -> Void)?>(nil)
    /// Whether something was to lock by itself.
    private let ticked = Atomic(false)
    /// Where the default keychain of the only user was found, and when.
    private let defaultPath = Mutex<(path: String, time: UInt64)?>(nil)

    /// Users whose keychains are open at once.
    private static let largestCount = 1024
    /// The user that the kernel shows in the place of those it cannot translate: nobody in particular.
    private static let unknownUser: UInt32 = 65534
    static let suffix = ".keychain-db"
    private static let defaultName = "login" + suffix

    /// Gives the service of a home, with the configured password of its default keychain.
    package typealias ServiceMaker =
        @Sendable (_ user: UInt32, _ home: String, _ password: @escaping AutomaticPassword) -> KeychainService

    package init(
        _ layout: Layout, passwords: ConfiguredPasswords = .none,
        makeService: @escaping ServiceMaker = KeychainHomes.serviceKeepingKeys
    ) {
        self.layout = layout
        self.passwords = passwords
        self.makeService = makeService
    }

    /// A service that keeps the keys of unlocked keychains itself.
    package static let serviceKeepingKeys = maker(fingers: nil)

    /// Calls `action` when keychains are first asked for: before that there is nothing to lock.
    package func whenFirstUsed(_ action: @escaping @Sendable () -> Void) { firstUse.withLock { $0 = action } }

    /// Calls `action` with each event that locks keychains, also if it locked none: with the user, or nil for all.
    package func whenUsersLeave(_ action: @escaping @Sendable (UInt32?) -> Void) { lockEvent.withLock { $0 = action } }

    /// Calls `action` whenever keychains of a user, or of all, may have been locked or unlocked, on any thread.
    package func whenChanged(_ action: @escaping @Sendable (UInt32?) -> Void) { change.withLock { $0 = action } }

    func noteChange(of user: UInt32?) { change.withLock { $0 }?(user) }

    /// Makes such services.
    /// - Parameter fingers: the fingerprint reader of the machine, or nil if no fingers are taken.
    package static func maker(fingers: (any FingerprintReader)?) -> ServiceMaker {
        { user, home, password in
            KeychainService(
                home: home, unlockPlace: .service, biometry: { fingers?.state(ofUser: user) ?? .unavailable },
                automaticPassword: password)
        }
    }

    /// True for the daemon of the system, which keeps programs of one user apart.
    package var keepsProgramsApart: Bool {
        switch layout {
        case .ofUser: false
        case .ofEveryUser: true
        }
    }

    /// The folder of the keychains of a user, which need not be there.
    func folder(of user: UInt32) -> String { layout.home(of: user) }

    func serves(_ user: UInt32) -> Bool {
        switch layout {
        case .ofUser(let owner, _): user == owner
        case .ofEveryUser: user != Self.unknownUser
        }
    }

    /// - Throws: `.missingEntitlement` for a user that has no keychains here.
    package func requireServed(_ user: UInt32) throws(KeychainError) {
        guard serves(user) else {
            throw KeychainError(
                .missingEntitlement, during: "finding the keychains of a user", hint: "this daemon serves another user")
        }
    }

    /// The service and the file of a keychain.
    /// - Parameter name: a name in the home, or an absolute path.
    /// - Parameter byTool: true for a tool of the user, which may name any file in user mode.
    /// - Throws: `.missingEntitlement` for a file that is not the user's, `.parameter` for what is no name.
    package func place(
        of name: String, for user: UInt32, byTool: Bool
    ) throws(KeychainError) -> (service: KeychainService, path: String, isDefault: Bool) {
        try requireServed(user)
        let home = layout.home(of: user)
        let path = try path(of: name, in: home, byTool: byTool)
        guard let service = service(of: user) else {
            throw KeychainError(
                .notAvailable, during: "opening the keychains of a user", hint: "too many users at once")
        }
        firstUse.withLock { action in
            action?()
            action = nil
        }
        guard name != Self.defaultName else { return (service, path, true) }
        return (service, path, try path.hasSameBytes(as: self.path(of: Self.defaultName, in: home, byTool: byTool)))
    }

    /// The default keychain of a user who logs in.
    /// - Throws: as ``place(of:for:byTool:)``.
    func loginPlace(of user: UInt32) throws(KeychainError) -> (service: KeychainService, path: String) {
        let place = try place(of: Self.defaultName, for: user, byTool: true)
        return (place.service, place.path)
    }

    /// The path of a keychain in the home, as it is in this millisecond: following it costs a system call for each
    /// folder.
    private func path(of name: String, in home: String, byTool: Bool) throws(KeychainError) -> String {
        // A tool may follow a link that leads elsewhere, and what it has found is not for programs.
        guard case .ofUser = layout, name == Self.defaultName, !byTool else {
            return try Self.path(of: name, in: home, layout, byTool: byTool)
        }
        let now = monotonicMilliseconds()
        if let known = defaultPath.withLock({ $0 }), known.time == now { return known.path }
        let path = try Self.path(of: name, in: home, layout, byTool: byTool)
        defaultPath.withLock { $0 = (path, now) }
        return path
    }

    /// Whether the keychains of a user have been asked for.
    package func isOpen(to user: UInt32) -> Bool { services.withLock { $0[user] != nil } }

    /// Opens the default keychain of a user who has a program that has just connected, while it is found out which
    /// program that is. Nothing is unlocked, and no password is asked for.
    package func prepare(for user: UInt32) {
        guard (try? requireServed(user)) != nil, !isOpen(to: user),
            let path = try? path(of: Self.defaultName, in: layout.home(of: user), byTool: false)
        else { return }
        service(of: user)?.open(keychainAt: path)
    }

    /// - Returns: nil if there are too many.
    private func service(of user: UInt32) -> KeychainService? {
        var leaving: KeychainService?
        // Not under the lock: folding a log in takes time.
        defer { leaving?.close() }
        return services.withLock { services in
            if let service = services[user]?.service {
                services[user]?.lastUse = monotonicMilliseconds()
                return service
            }
            if services.count >= Self.largestCount {
                leaving = makeRoom(in: &services)
                guard leaving != nil else { return nil }
            }
            let (home, layout, passwords) = (layout.home(of: user), layout, passwords)
            let service = makeService(user, home) { path throws(KeychainError) in
                guard try path.hasSameBytes(as: Self.path(of: Self.defaultName, in: home, layout, byTool: true)) else {
                    return nil
                }
                return passwords.password(of: user)
            }
            services[user] = Opened(service: service, lastUse: monotonicMilliseconds())
            return service
        }
    }

    /// Takes away the user who has been away for longest, has nothing unlocked and no call under way: one person may
    /// have many numbers, which must not keep everybody else out. A user with a configured password stays: whoever is
    /// made anew may be unlocked by it, also after a lock.
    /// - Returns: nil if there is nobody to take.
    private func makeRoom(in services: inout [UInt32: Opened]) -> KeychainService? {
        // Without the services: who has one is a call.
        let uses = services.map { (user: $0.key, lastUse: $0.value.lastUse) }.sorted { $0.lastUse < $1.lastUse }
        for (user, _) in uses where passwords.file(of: user) == nil {
            // What a call unlocks, as by the first password, would be gone with the service that it began with.
            guard isKnownUniquelyReferenced(&services[user]!.service), services[user]?.service.holdsUnlocked == false
            else { continue }
            return services.removeValue(forKey: user)?.service
        }
        return nil
    }

    /// The services one after the other, so that nobody counts as having a call under way but the one that is looked
    /// at.
    private func forEachService(_ body: (UInt32, KeychainService) -> Void) {
        for user in services.withLock({ Array($0.keys) }) {
            if let service = services.withLock({ $0[user]?.service }) { body(user, service) }
        }
    }

    /// Locks what has been idle for too long.
    /// - Returns: false if nothing is left that will lock by itself.
    package func lockIdle() -> Bool {
        var isTicking = false
        forEachService { _, service in if service.lockIdle() { isTicking = true } }
        let wasTicking = ticked.exchange(isTicking, ordering: .relaxed)
        if wasTicking { noteChange(of: nil) }
        return isTicking
    }

    /// Locks the keychains of a user, or of all.
    package func lock(after event: LockEvent, of user: UInt32? = nil) {
        // If nobody has asked yet, only a configured password must not unlock any more.
        if let user, (try? requireServed(user)) != nil, passwords.file(of: user) != nil { _ = service(of: user) }
        forEachService { owner, service in if user == nil || user == owner { service.lock(after: event) } }
        lockEvent.withLock { $0 }?(user)
        noteChange(of: user)
    }

    /// A program has ended a context.
    func endContext(_ context: ContextIdentifier, of peer: PeerProcess, _ caller: Caller) {
        services.withLock { $0[peer.userID]?.service }?.endContext(context, of: peer.processID, caller)
    }

    /// A connection has ended, and with it what was proved over it, and the backups and restores.
    func forget(_ client: ClientConnection) {
        let service = services.withLock { $0[client.peer.userID]?.service }
        service?.forgetProofs(of: client.token)
        service?.endTransfers(of: client.token)
    }

    /// Lets go of every file.
    package func close() {
        forEachService { _, service in service.close() }
    }
}
