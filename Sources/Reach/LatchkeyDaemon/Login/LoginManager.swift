// What logind says of the user's screen and of the machine's sleep, on one connection to the bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyService

/// Used by one thread alone.
struct LoginManager: ~Copyable {
    private let bus: SystemBus
    private let homes: KeychainHomes
    /// The only user whose screen counts, or nil if all have keychains.
    private let user: UInt32?
    private let log: DaemonLog
    /// Who is logind now: the bus lets others send signals to this process, too.
    private var owner: String?
    /// While this descriptor is open, the machine waits with its sleep, a few seconds at the most.
    private var delay: CInt?

    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Sessions that are looked at when the bus is found.
    private static let mostSessions = 256

    private static let rules = [
        "type='signal',sender='\(name)',interface='\(session)',member='Lock'",
        "type='signal',sender='\(name)',interface='\(properties)',member='PropertiesChanged',arg0='\(session)'",
        "type='signal',sender='\(name)',interface='\(manager)',member='PrepareForSleep'",
        "type='signal',sender='\(SystemBus.name)',interface='\(SystemBus.name)',member='NameOwnerChanged',arg0='\(name)'",
    ]

    /// - Returns: nil if there is no bus.
    init?(homes: KeychainHomes, user: UInt32?, log: DaemonLog) {
        guard let bus = SystemBus(description: "keychaind") else { return nil }
        for rule in Self.rules where !bus.subscribe(to: rule) { return nil }
        self.bus = bus
        self.homes = homes
        self.user = user
        self.log = log
        follow(self.bus.owner(of: Self.name))
    }

    deinit { if let delay { close(delay) } }

    /// Locks what is to be locked, until the bus is gone.
    mutating func serve() {
        while let message = bus.next() { take(message) }
    }

    /// Locks for screens whose lock was said to nobody here.
    func lockLockedScreens(where isMeant: (UInt32) -> Bool) {
        guard let sessions = bus.call(Self.name, Self.path, Self.manager, "ListSessions", []),
            sessions.enter("a", "(susso)")
        else {
            log.notice("logind does not say which screens are locked now")
            return
        }
        var paths: [String] = []
        while paths.count < Self.mostSessions, sessions.enter("r", "susso") {
            guard sessions.skip("s"), let user = sessions.readNumber(), sessions.skip("ss"),
                let path = sessions.readPath(), sessions.leave()
            else { break }
            if isMeant(user) { paths.append(path) }
        }
        for path in paths {
            let hint = bus.property("LockedHint", of: Self.session, at: path, in: Self.name, type: "b")
            if hint?.readFlag() == true { lockScreen(ofSessionAt: path) }
        }
    }

    private mutating func take(_ message: borrowing BusMessage) {
        if message.isSignal("NameOwnerChanged", of: SystemBus.name) {
            // Nobody else can send in the name of the bus.
            guard message.sender == SystemBus.name, message.readText() == Self.name, message.readText() != nil else {
                return
            }
            follow(message.readText())
            // One that was started anew may have locked before it was heard.
            if self.owner != nil { lockLockedScreens { _ in true } }
        } else if message.isSignal("Lock", of: Self.session) {
            guard isFromManager(message), let path = message.path else { return }
            lockScreen(ofSessionAt: path)
        } else if message.isSignal("PropertiesChanged", of: Self.properties) {
            // A desktop that has locked by itself tells logind.
            guard isFromManager(message), let path = message.path, Self.saysLocked(message) else { return }
            lockScreen(ofSessionAt: path)
        } else if message.isSignal("PrepareForSleep", of: Self.manager) {
            guard isFromManager(message), let isBefore = message.readFlag() else { return }
            if isBefore {
                homes.lock(after: .sleep)
                log.notice("the machine goes to sleep: keychains with the setting for it are locked")
                endDelay()
            } else {
                askForDelay()
            }
        }
    }

    private func isFromManager(_ message: borrowing BusMessage) -> Bool {
        if let owner, message.sender == owner { return true }
        log.aboutClient(of: .max, on: .noise, "ignored a signal in the name of logind from somebody else")
        return false
    }

    /// Whether a session's `LockedHint` is now set.
    private static func saysLocked(_ message: borrowing BusMessage) -> Bool {
        guard message.readText() == session, message.enter("a", "{sv}") else { return false }
        while message.enter("e", "sv") {
            guard let name = message.readText() else { return false }
            if name == "LockedHint" { return message.enter("v", "b") && message.readFlag() == true }
            guard message.skip("v"), message.leave() else { return false }
        }
        return false
    }

    private func lockScreen(ofSessionAt path: String) {
        var owner: UInt32?
        if let property = bus.property("User", of: Self.session, at: path, in: Self.name, type: "(uo)"),
            property.enter("r", "uo")
        {
            owner = property.readNumber()
        }
        // Whose session has gone meanwhile: if there is one user, the lock may have been meant for that one.
        guard let locked = owner ?? user else {
            log.error("a screen was locked, and logind does not say whose")
            return
        }
        guard user == nil || user == locked else { return }
        homes.lock(after: .screenLock, of: locked)
        log.notice("the screen of user \(locked) was locked, and with it the keychains")
    }

    private mutating func follow(_ owner: String?) {
        self.owner = owner.flatMap { $0.isEmpty ? nil : $0 }
        endDelay()
        if self.owner != nil { askForDelay() }
    }

    /// Without a delay the keychains are locked all the same, maybe after the sleep.
    private mutating func askForDelay() {
        endDelay()
        let words = ["sleep", "keychaind", "Keychains are locked first", "delay"]
        delay = bus.call(Self.name, Self.path, Self.manager, "Inhibit", words)?.readDescriptor()
    }

    private mutating func endDelay() {
        if let delay = delay.take() { close(delay) }
    }
}
