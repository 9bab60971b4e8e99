// The table of lock states and protection classes (reference 3.13), with and without the kernel's keyrings.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private let codes = (locked: KeychainError.Code.interactionNotAllowed, none: nil as KeychainError.Code?)

/// What reading, adding and deleting of each class gives.
private struct ClassResults: Hashable, Sendable {
    var read: [ProtectionClass: KeychainError.Code?] = [:]
    var readAttributes: [ProtectionClass: KeychainError.Code?] = [:]
    var existence: [ProtectionClass: KeychainError.Code?] = [:]
    var add: [ProtectionClass: KeychainError.Code?] = [:]
    var update: [ProtectionClass: KeychainError.Code?] = [:]
    var delete: [ProtectionClass: KeychainError.Code?] = [:]

    init() {}

    init(_ client: KeychainClient, extra: String) {
        for protection in ProtectionClass.allCases {
            let account: AttributeValues = [.account: .string("account-\(protection)")]
            read[protection] = failure { _ = try client.items(account) }
            readAttributes[protection] = failure { _ = try client.items(account, returning: .attributes) }
            existence[protection] = failure { _ = try client.items(account, returning: []) }
            add[protection] = failure { try client.add("\(extra)-\(protection)", under: protection) }
            update[protection] = failure { try client.update(account) { $0.attributes[.label] = .string("new") } }
            delete[protection] = failure { try client.delete([.account: .string("doomed-\(extra)-\(protection)")]) }
        }
    }

    /// What the table says where the classes of `gone` are not available. Plain items are deleted all the same.
    static func expected(withoutClasses gone: Set<ProtectionClass.Availability>) -> ClassResults {
        var results = ClassResults()
        for protection in ProtectionClass.allCases {
            let code = gone.contains(protection.availability) ? codes.locked : codes.none
            results.read[protection] = .some(code)
            results.readAttributes[protection] = .some(code)
            results.existence[protection] = .some(code)
            results.add[protection] = .some(code)
            results.update[protection] = .some(code)
            results.delete[protection] = .some(codes.none)
        }
        return results
    }
}

private struct Observed: Sendable {
    var states: [LockState] = []
    var isShared: [Bool] = []
    var results: [ClassResults] = []

    mutating func observe(_ client: KeychainClient, _ extra: String) throws {
        let status = try client.status()
        states.append(status.lockState)
        isShared.append(status.isUnlockShared)
        results.append(ClassResults(client, extra: extra))
        states.append(try client.status().lockState)
    }
}

@Suite struct LockStateTests {
    @Test(arguments: [ThreadSetting.inOtherSession, .withoutKeyring])
    func `each class is there in the lock states of the reference`(setting: ThreadSetting) throws {
        let home = try TemporaryHome()
        let observed = try onOwnThread(setting) {
            let client = home.client
            try client.create(password: "password")
            for protection in ProtectionClass.allCases {
                try client.add("account-\(protection)", under: protection)
                for extra in ["unlocked", "locked", "before"] {
                    try client.add("doomed-\(extra)-\(protection)", under: protection)
                }
            }
            var observed = Observed()
            try observed.observe(client, "unlocked")
            try client.lock()
            try observed.observe(client, "locked")
            return observed
        }
        // Another session, or another process: nothing was unlocked there yet.
        let before = try onOwnThread(setting) {
            let client = home.anotherClient()
            var observed = Observed()
            try observed.observe(client, "before")
            try client.unlock("password")
            observed.states.append(try client.status().lockState)
            return observed
        }
        #expect(observed.states == [.unlocked, .unlocked, .lockedAfterFirstUnlock, .lockedAfterFirstUnlock])
        #expect(before.states == [.beforeFirstUnlock, .beforeFirstUnlock, .unlocked])
        #expect((observed.isShared + before.isShared).allSatisfy { $0 == (setting == .inOtherSession) })
        #expect(observed.results[0] == .expected(withoutClasses: []))
        #expect(observed.results[1] == .expected(withoutClasses: [.whileUnlocked]))
        #expect(before.results[0] == .expected(withoutClasses: [.whileUnlocked, .afterFirstUnlock]))
    }

    @Test(arguments: [ThreadSetting.ordinary, .withoutKeyring])
    func `without a password everything but the password class is there, and locking changes nothing`(
        setting: ThreadSetting
    ) throws {
        let home = try TemporaryHome()
        let (added, state) = try onOwnThread(setting) {
            let client = home.client
            try client.create()
            try client.lock()
            return (
                ProtectionClass.allCases.map { protection in
                    failure { try client.add("a-\(protection)", under: protection) }
                },
                try client.status().lockState
            )
        }
        #expect(added == ProtectionClass.allCases.map { $0 == .akpu ? .authFailed : nil })
        #expect(state == .unlocked)
        #expect(failure { try home.client.unlock("password") } == .authFailed)
        #expect(failure { try home.client.unlock("") } == nil)
    }

    @Test(arguments: ["passwor", "password ", "", "Password"])
    func `a wrong password is refused and unlocks nothing`(wrong: TestSecret) throws {
        let home = try TemporaryHome()
        try home.client.create(password: "password")
        try home.client.add("alice")
        try home.client.lock()
        #expect(failure { try home.client.unlock(wrong) } == .authFailed)
        #expect(failure { _ = try home.client.secret(of: "alice") } == .interactionNotAllowed)
        pause(milliseconds: 1050)  // the wait after one wrong password
        try home.client.unlock("password")
        #expect(try home.client.secret(of: "alice") == "secret")
    }

    @Test func `one locked row fails a search for all, and a search of the other classes works`() throws {
        let home = try TemporaryHome()
        try home.client.create(password: "password")
        try home.client.add("locked", under: .ak)
        try home.client.add("open", under: .ck)
        try home.client.lock()
        #expect(failure { _ = try home.client.items() } == .interactionNotAllowed)
        #expect(try home.client.items([.accessible: .string("ck")]).count == 1)
    }

    @Test func `adding into a locked class is refused as locked, even where it would be a duplicate`() throws {
        let home = try TemporaryHome()
        try home.client.create(password: "password")
        try home.client.add("alice")
        #expect(failure { try home.client.add("alice") } == .duplicateItem)
        try home.client.lock()
        #expect(failure { try home.client.add("alice") } == .interactionNotAllowed)
        #expect(failure { try home.client.add("alice", under: .dk) } == .duplicateItem)
    }

    @Test func `a delete that must open a locked row is refused and deletes nothing`() throws {
        let home = try TemporaryHome()
        try home.client.create(password: "password")
        try home.client.add("alice")
        try home.client.lock()
        let code = failure { try home.client.delete([.account: .string("ALICE")]) { $0.ignoresCase = true } }
        #expect(code == .interactionNotAllowed)
        try home.client.unlock("password")
        #expect(try home.client.secret(of: "alice") == "secret")
    }

    @Test(arguments: [ThreadSetting.inOtherSession, .withoutKeyring])
    func `a keychain that is not used for its timeout locks itself`(setting: ThreadSetting) throws {
        let home = try TemporaryHome()
        let states = try onOwnThread(setting) {
            let client = home.client
            try client.create(password: "password")
            try client.add("alice")
            _ = try client.perform(.set(LockSettings(idleTimeout: 2)))
            // Used every half second it stays open for longer than its timeout.
            var whileUsed: [LockState] = []
            for _ in 0..<5 {
                pause(milliseconds: 500)
                whileUsed.append(try client.status().lockState)
            }
            pause(milliseconds: 2500)
            let afterwards = try client.status().lockState
            return (whileUsed, afterwards, failure { _ = try client.secret(of: "alice") })
        }
        #expect(states.0 == Array(repeating: .unlocked, count: 5))
        #expect(states.1 == .lockedAfterFirstUnlock)
        #expect(states.2 == .interactionNotAllowed)
    }
}
