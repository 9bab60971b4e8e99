// What a command that moves a keychain unlocks is not unlocked for others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct MovingLocksTests {
    private let home: TemporaryHome
    private let anybody = Caller(accessGroups: [])

    init() throws { home = try TemporaryHome() }

    /// The state of a keychain for another program of the same login session.
    private func state(of path: String) throws -> LockState? {
        let another = KeychainService(home: home.path)
        defer { another.close() }
        let reply = try another.perform(.status, inKeychainAt: path, from: anybody)
        guard case .status(let status) = reply else { return nil }
        return status.lockState
    }

    private func make(unlocked isUnlocked: Bool) throws {
        let owner = KeychainService(home: home.path)
        defer { owner.close() }
        _ = try owner.perform(
            .create(password: ItemSecret("password")), inKeychainAt: home.keychain, from: anybody)
        if !isUnlocked { _ = try owner.perform(.lock, inKeychainAt: home.keychain, from: anybody) }
    }

    @Test func `what is unlocked to be moved stays locked for the programs of the session`() throws {
        try make(unlocked: false)
        let moving = try EmbeddedMoving(home: home.path)
        try moving.unlock(home.keychain, with: ItemSecret("password"))
        #expect(try moving.items(of: home.keychain, after: .start).items.isEmpty, "it is unlocked here")
        #expect(try state(of: home.keychain) != .unlocked)
        moving.close()
        #expect(try state(of: home.keychain) != .unlocked)
    }

    @Test func `the file that is kept is locked, also if a program had unlocked it before`() throws {
        try make(unlocked: true)
        let moving = try EmbeddedMoving(home: home.path)
        try moving.unlock(home.keychain, with: ItemSecret("password"))
        let page = try moving.items(of: home.keychain, after: .start)
        let kept = try #require(try moving.keep(home.keychain, ifStill: page.state))
        #expect(try state(of: kept) != .unlocked)
        moving.close()
        #expect(try state(of: kept) != .unlocked)
    }
}
