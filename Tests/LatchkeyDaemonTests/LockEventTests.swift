// Passwords that are configured for the daemon, and what locks keychains from outside.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct LockEventTests {
    let home: TemporaryHome
    private let caller = Caller(accessGroups: [.init(rawValue: "TEAM123456.test")])

    init() throws { home = try TemporaryHome() }

    /// The keychains of a daemon, which a restart makes anew.
    private func homes(_ variables: [String: String] = [:], isSystem: Bool = false) -> KeychainHomes {
        KeychainHomes(
            isSystem ? .ofEveryUser(folder: home.path) : .ofUser(7, home: home.path),
            passwords: ConfiguredPasswords(isSystem: isSystem, environment: Environment(variables), log: .quiet))
    }

    @discardableResult
    private func perform(
        _ request: Request, in homes: KeychainHomes, keychain: String = "login.keychain-db", user: UInt32 = 7
    ) throws(KeychainError) -> Reply {
        let place = try homes.place(of: keychain, for: user, byTool: true)
        return try place.service.perform(request, inKeychainAt: place.path, from: caller)
    }

    private func state(
        in homes: KeychainHomes, keychain: String = "login.keychain-db", user: UInt32 = 7
    ) throws -> LockState? {
        guard case .status(let status) = try perform(.status, in: homes, keychain: keychain, user: user) else {
            return nil
        }
        return status.lockState
    }

    private func create(
        _ password: TestSecret = "right", keychain: String = "login.keychain-db", user: UInt32 = 7,
        isSystem: Bool = false
    ) throws {
        try perform(
            .create(password: ItemSecret(password)), in: homes(isSystem: isSystem), keychain: keychain, user: user)
    }

    private func write(_ password: TestSecret, to name: String) throws -> String {
        let path = home.path + "/" + name
        try (password.data + [0x0a]).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `a password file or a credential unlocks the default keychain, and no other`() throws {
        try create()
        try create(keychain: "other.keychain-db")
        let file = try write("right", to: "latchkey-password")
        for variables in [["LATCHKEY_PASSWORD_FILE": file], ["CREDENTIALS_DIRECTORY": home.path]] {
            let homes = homes(variables)
            #expect(try state(in: homes) == .unlocked)
            #expect(try state(in: homes, keychain: "other.keychain-db") == .beforeFirstUnlock)
        }
        #expect(try state(in: homes()) == .beforeFirstUnlock)
    }

    @Test func `in system mode each user has a credential of their own`() throws {
        for user: UInt32 in [7, 8] { try create(user: user, isSystem: true) }
        let file = try write("right", to: "latchkey-password.7")
        _ = try write("right", to: "latchkey-password")
        let homes = homes(["CREDENTIALS_DIRECTORY": home.path, "LATCHKEY_PASSWORD_FILE": file], isSystem: true)
        #expect(try state(in: homes, user: 7) == .unlocked)
        #expect(try state(in: homes, user: 8) == .beforeFirstUnlock)
    }

    @Test(arguments: ["wrong", nil] as [TestSecret?])
    func `a configured password that is wrong or cannot be read keeps nobody out`(password: TestSecret?) throws {
        try create()
        let file = try password.map { try write($0, to: "file") } ?? home.path + "/nothing"
        let homes = homes(["LATCHKEY_PASSWORD_FILE": file])
        #expect(try state(in: homes) == .beforeFirstUnlock)
        try perform(.unlock(password: ItemSecret("right")), in: homes)
        #expect(try state(in: homes) == .unlocked)
    }

    @Test func `many users keep nobody out, and nobody whose keychain is unlocked loses it`() throws {
        try create(user: 7, isSystem: true)
        let homes = homes(isSystem: true)
        try perform(.unlock(password: ItemSecret("right")), in: homes)
        for user: UInt32 in 100_000..<101_100 { _ = try homes.place(of: "login.keychain-db", for: user, byTool: false) }
        #expect(homes.isOpen(to: 7) && homes.isOpen(to: 101_099) && !homes.isOpen(to: 100_000))
        #expect(try state(in: homes) == .unlocked)
    }

    @Test func `what is opened ahead asks for no password, and what is not there is not made`() throws {
        let variables = ["LATCHKEY_PASSWORD_FILE": try write("right", to: "file")]
        let empty = homes(variables)
        empty.prepare(for: 7)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/login.keychain-db"))
        try create()
        let first = homes(variables)
        first.prepare(for: 8)
        #expect(!first.isOpen(to: 8) && !first.isOpen(to: 7))
        first.prepare(for: 7)
        #expect(first.isOpen(to: 7))
        #expect(try state(in: first) == .unlocked)
        let second = homes(variables)
        second.prepare(for: 7)
        second.lock(after: .screenLock, of: 7)
        #expect(try state(in: second) == .beforeFirstUnlock)
    }

    @Test func `a FIFO without a writer as the password file makes nobody wait`() throws {
        try create()
        try #require(unsafe mkfifo(home.path + "/fifo", 0o600) == 0)
        #expect(try state(in: homes(["LATCHKEY_PASSWORD_FILE": home.path + "/fifo"])) == .beforeFirstUnlock)
    }

    @Test func `what was locked on purpose, or with the screen, is not unlocked by the configured password`() throws {
        try create()
        let variables = ["LATCHKEY_PASSWORD_FILE": try write("right", to: "file")]
        // Also if nobody had used it before: a lock unlocks nothing first.
        let unused = homes(variables)
        try perform(.lock, in: unused)
        #expect(try state(in: unused) == .beforeFirstUnlock)
        let first = homes(variables)
        #expect(try state(in: first) == .unlocked)
        try perform(.lock, in: first)
        #expect(try state(in: first) == .lockedAfterFirstUnlock)
        first.close()
        #expect(try state(in: first) == .beforeFirstUnlock)
        let second = homes(variables)
        #expect(try state(in: second) == .unlocked)
        second.lock(after: .screenLock, of: 7)
        #expect(try state(in: second) == .lockedAfterFirstUnlock)
        try perform(.unlock(password: ItemSecret("right")), in: second)
        #expect(try state(in: second) == .unlocked)
        // Also if nobody had asked for the keychain before.
        let third = homes(variables)
        third.lock(after: .screenLock, of: 7)
        #expect(try state(in: third) == .beforeFirstUnlock)
    }

    @Test func `the lock of one user's screen locks that user's keychains alone`() throws {
        let homes = homes(isSystem: true)
        for user: UInt32 in [7, 8] {
            try perform(.create(password: ItemSecret("right")), in: homes, user: user)
        }
        let left = Mutex<[UInt32?]>([])
        homes.whenUsersLeave { user in left.withLock { $0.append(user) } }
        homes.lock(after: .screenLock, of: 9)
        #expect(try state(in: homes, user: 7) == .unlocked && state(in: homes, user: 8) == .unlocked)
        homes.lock(after: .screenLock, of: 7)
        #expect(try state(in: homes, user: 7) == .lockedAfterFirstUnlock)
        #expect(try state(in: homes, user: 8) == .unlocked)
        homes.lock(after: .sleep)
        #expect(left.withLock { $0 } == [9, 7, nil])
    }

    @Test func `sleep locks the keychains with the setting for it`() throws {
        let homes = homes()
        for keychain in ["login.keychain-db", "other.keychain-db", "none.keychain-db"] {
            let password = keychain == "none.keychain-db" ? nil : ItemSecret("right")
            try perform(.create(password: password), in: homes, keychain: keychain)
        }
        for keychain in ["other.keychain-db", "none.keychain-db"] {
            try perform(
                .set(LockSettings(locksOnSleep: true)), in: homes,
                keychain: keychain)
        }
        homes.lock(after: .sleep)
        #expect(try state(in: homes) == .unlocked)
        #expect(try state(in: homes, keychain: "other.keychain-db") == .lockedAfterFirstUnlock)
        #expect(try state(in: homes, keychain: "none.keychain-db") == .unlocked)
    }

    @Test func `wrong passwords are counted over a restart of the daemon, and the answer comes at once`() throws {
        try create()
        let first = homes()
        #expect(failure { try perform(.unlock(password: ItemSecret("wrong")), in: first) } == .authFailed)
        first.close()
        let started = ContinuousClock.now
        let error = #expect(throws: KeychainError.self) {
            try perform(.unlock(password: ItemSecret("right")), in: homes())
        }
        #expect(error?.cause == .wrongPasswords(inARow: 1, wait: 1))
        #expect(started.duration(to: .now) < .milliseconds(900))
    }
}
