// What one process does to a keychain and another sees. A second client on the same home stands for the other process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Synchronization
import Testing

func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

@Suite struct SharingTests {
    let home: TemporaryHome
    let other: KeychainClient
    var client: KeychainClient { home.client }

    init() throws {
        home = try TemporaryHome()
        other = home.anotherClient()
    }

    @Test func `an unlock and a lock in one client hold in the other`() throws {
        try client.create(password: "password")
        try client.add("alice")
        #expect(try other.secret(of: "alice") == "secret")
        try other.lock()
        #expect(failure { _ = try client.secret(of: "alice") } == .interactionNotAllowed)
        #expect(try client.status().lockState == .lockedAfterFirstUnlock)
        try client.unlock("password")
        #expect(try other.secret(of: "alice") == "secret")
    }

    @Test func `without kernel keyrings each client unlocks for itself, and a lock is one for all`() throws {
        let states = try onOwnThread(.withoutKeyring) { [client, other] in
            try client.create(password: "password")
            let states = [try client.status().lockState, try other.status().lockState]
            try other.unlock("password")
            try client.lock()
            return states + [try client.status().lockState, try other.status().lockState]
        }
        #expect(states == [.unlocked, .beforeFirstUnlock, .lockedAfterFirstUnlock, .lockedAfterFirstUnlock])
    }

    @Test(arguments: [nil, "old"] as [TestSecret?])
    func `a new password leaves nothing of the keybag before it, while another client has the file open`(
        old: TestSecret?
    ) throws {
        try client.create(password: old)
        try client.add("alice")
        _ = try other.secret(of: "alice")
        let keybag = try KeybagStore(Connection(path: home.keychain, readOnly: false)).encodedKeybag()
        let part = Data(keybag.suffix(64))
        func places() throws -> [Bool] {
            try ["", "-wal"].map { suffix in
                try Data(contentsOf: URL(fileURLWithPath: home.keychain + suffix)).range(of: part) != nil
            }
        }
        #expect(try places().contains(true))
        try client.changePassword(from: old, to: "new")
        #expect(try places() == [false, false])
        #expect(try other.secret(of: "alice") == "secret")
    }

    @Test func `a lock holds in another login session, which can unlock again`() throws {
        try client.create(password: "password")
        try client.add("alice")
        let states = try onOwnThread(.inOtherSession) { [client, other] in
            try other.unlock("password")
            let before = try other.status().lockState
            try onOwnThread(.inOtherSession) { try client.lock() }
            let after = try other.status().lockState
            let code = failure { _ = try other.secret(of: "alice") }
            try other.unlock("password")
            return (before, after, code, try other.secret(of: "alice") == "secret")
        }
        #expect(states.0 == .unlocked && states.1 == .lockedAfterFirstUnlock && states.2 == .interactionNotAllowed)
        #expect(states.3)
    }

    @Test func `another login session does not see an unlock`() throws {
        try client.create(password: "password")
        try client.add("alice")
        #expect(try client.secret(of: "alice") == "secret")
        let (state, code) = try onOwnThread(.inOtherSession) { [other] in
            (try other.status().lockState, failure { _ = try other.secret(of: "alice") })
        }
        #expect(state == .beforeFirstUnlock)
        #expect(code == .interactionNotAllowed)
        #expect(try client.secret(of: "alice") == "secret")
    }

    @Test func `a changed password holds in the other client, and items stay readable`() throws {
        try client.create(password: "first")
        try client.add("alice")
        #expect(try other.secret(of: "alice") == "secret")
        try client.changePassword(from: "first", to: "second")
        #expect(try other.secret(of: "alice") == "secret")
        try other.lock()
        #expect(failure { try other.unlock("first") } == .authFailed)
        pause(milliseconds: 1050)  // the wait after one wrong password, and then after two
        #expect(failure { try client.unlock("first") } == .authFailed)
        pause(milliseconds: 2050)
        try other.unlock("second")
        #expect(try client.secret(of: "alice") == "secret")
    }

    @Test func `setting and changing a password locks nobody out, not even meanwhile`() throws {
        try client.create()
        try client.add("alice")
        let isOver = Atomic(false)
        let reader = startThread { [other] in
            var refusals: [KeychainError.Code] = []
            while !isOver.load(ordering: .relaxed) {
                if let code = failure({ _ = try other.secret(of: "alice") }) { refusals.append(code) }
            }
            return refusals
        }
        let passwords: [TestSecret?] = [nil, "1", "2", "3", "4", nil, "5"]
        for (old, new) in zip(passwords, passwords.dropFirst()) {
            try client.changePassword(from: old, to: new)
        }
        isOver.store(true, ordering: .relaxed)
        #expect(try reader.wait() == [])
    }

    @Test func `a password that is set, changed or removed must be proved`() throws {
        try client.create(password: "first")
        #expect(failure { try client.changePassword(from: "wrong", to: "second") } == .authFailed)
        #expect(failure { try client.changePassword(from: nil, to: "second") } == .interactionNotAllowed)
        #expect(failure { try client.changePassword(from: "wrong", to: nil) } == .authFailed)
        try client.lock()
        pause(milliseconds: 2100)  // the wait after two wrong passwords; the second counts where it came after a second
        try client.unlock("first")
        try client.changePassword(from: "first", to: nil)
        #expect(failure { try client.changePassword(from: "first", to: "second") } == .authFailed)
    }

    @Test func `removing the password destroys the items of its class only, in every client`() throws {
        try client.create(password: "password")
        for protection in ProtectionClass.allCases { try client.add("a-\(protection)", under: protection) }
        #expect(try other.items().count == 7)
        try client.changePassword(from: "password", to: nil)
        for one in [client, other, home.anotherClient()] {
            #expect(failure { _ = try one.items([.accessible: .string("akpu")]) } == .itemNotFound)
            #expect(try one.items().count == 6)
            #expect(try one.status().hasPassword == false)
            #expect(failure { try one.add("new", under: .akpu) } == .authFailed)
        }
    }

    @Test func `a first password protects what was stored before`() throws {
        try client.add("alice")
        #expect(try other.secret(of: "alice") == "secret")
        try client.changePassword(from: nil, to: "password")
        #expect(try other.status().hasPassword)
        try client.add("bob", under: .akpu)
        #expect(try other.secret(of: "bob") == "secret")
        try client.lock()
        for account in ["alice", "bob"] {
            #expect(failure { _ = try other.secret(of: account) } == .interactionNotAllowed)
        }
        try other.unlock("password")
        #expect(try client.items().count == 2)
    }

    @Test func `settings written by one client are those of the other`() throws {
        try client.create(password: "password")
        let settings = LockSettings(locksOnSleep: true, idleTimeout: 3600)
        _ = try client.perform(.set(settings))
        #expect(try other.status().settings == settings)
        _ = try other.perform(.set(LockSettings()))
        #expect(try client.status().settings == LockSettings())
        try client.lock()
        try other.unlock("password")
        #expect(try client.status().lockState == .unlocked)
    }

    @Test func `a keychain that is destroyed and made anew by one client is the new one for the other`() throws {
        try client.create(password: "password")
        try client.add("alice")
        #expect(try other.items().count == 1)
        _ = try client.perform(.destroy)
        #expect(failure { _ = try other.items() } == .itemNotFound)
        #expect(failure { _ = try other.status() } == .noSuchKeychain)
        try client.create()
        try client.add("bob")
        #expect(try other.secret(of: "bob") == "secret")
        #expect(failure { _ = try other.secret(of: "alice") } == .itemNotFound)
    }
}

@Suite struct ReplacedFileTests {
    @Test func `a client that was away while the keychain was made anew neither reads nor writes the old one`() throws {
        let home = try TemporaryHome()
        let other = home.anotherClient()
        try home.client.add("alice")
        #expect(try other.items().count == 1)
        _ = try home.client.perform(.destroy)
        try home.client.add("bob")
        #expect(failure { _ = try other.secret(of: "alice") } == .itemNotFound)
        try other.add("carol")
        #expect(try home.client.items().count == 2)
    }
}

@Suite struct AutomaticPasswordTests {
    @Test func `a configured password unlocks before the first unlock, but not after an explicit lock`() throws {
        let home = try TemporaryHome()
        let file = home.path + "/password"
        try Data((TestSecret("password").text + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let results = try onOwnThread(.inOtherSession) {
            try home.client.create(password: "password")
            try home.client.add("alice")
            return true
        }
        #expect(results)
        let (first, afterLock, state) = try onOwnThread(.inOtherSession) {
            let client = home.anotherClient(passwordFiles: [file])
            let first = try client.secret(of: "alice")
            try client.lock()
            let afterLock = failure { _ = try client.secret(of: "alice") }
            return (first, afterLock, try client.status().lockState)
        }
        #expect(first == "secret")
        #expect(afterLock == .interactionNotAllowed)
        #expect(state == .lockedAfterFirstUnlock)
    }

    @Test func `a keychain that is locked before its first unlock is not unlocked for that by a configured password`()
        throws
    {
        let home = try TemporaryHome()
        let file = home.path + "/password"
        try Data(TestSecret("password").text.utf8).write(to: URL(fileURLWithPath: file))
        _ = try onOwnThread(.inOtherSession) { try home.client.create(password: "password") }
        let state = try onOwnThread(.inOtherSession) {
            let client = home.anotherClient(passwordFiles: [file])
            try client.lock()
            return try client.status().lockState
        }
        #expect(state == .beforeFirstUnlock)
    }

    @Test(arguments: ["wrong", ""])
    func `a wrong configured password leaves the keychain locked`(password: TestSecret) throws {
        let home = try TemporaryHome()
        let file = home.path + "/password"
        try password.data.write(to: URL(fileURLWithPath: file))
        let made = try onOwnThread(.inOtherSession) { failure { try home.client.create(password: "password") } }
        #expect(made == nil)
        let code = try onOwnThread(.inOtherSession) {
            failure { try home.anotherClient(passwordFiles: [file]).add("alice") }
        }
        #expect(code == .interactionNotAllowed)
    }

    @Test func `a configured password file that is missing is said, and no password is guessed`() throws {
        let home = try TemporaryHome()
        let made = try onOwnThread(.inOtherSession) { failure { try home.client.create(password: "password") } }
        #expect(made == nil)
        let code = try onOwnThread(.inOtherSession) {
            failure { try home.anotherClient(passwordFiles: [home.path + "/missing"]).add("alice") }
        }
        #expect(code == .authFailed)
    }
}
