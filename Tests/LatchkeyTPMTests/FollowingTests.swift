// A keychain follows the device key by itself when its password is at hand, and a lock that comes meanwhile holds.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct FollowingTests {
    private let home: TPMHome

    init() throws {
        home = try TPMHome()
        try home.key.moveToTPM()
    }

    private func lockState(_ service: KeychainService) throws -> LockState? {
        guard case .status(let status) = try home.perform(.status, at: home.closed, service) else { return nil }
        return status.lockState
    }

    @Test func `a keychain that a configured password unlocks follows after the call`() throws {
        let service = home.service(automaticPassword: { _ in ItemSecret("password" as TestSecret) })
        #expect(try home.reads(home.closed, service))
        #expect(try home.key.standing(of: home.closed) == .follows)
        #expect(try lockState(service) == .unlocked)
        #expect(try home.reads(home.closed, service))
        try home.wrapOpenAnew()
        #expect(try home.key.forgetFormer())
        try home.unlock()
    }

    /// It is no try of the user's, and must not keep the user out.
    @Test func `a configured password that is wrong changes nothing, and is not counted`() throws {
        let service = home.service(automaticPassword: { _ in ItemSecret("stale password" as TestSecret) })
        for _ in 0..<2 { #expect(failure { _ = try home.reads(home.closed, service) } == .interactionNotAllowed) }
        #expect(try home.key.standing(of: home.closed) == .waits(hasPassword: true))
        try home.unlock(service)
        #expect(try home.key.standing(of: home.closed) == .follows)
    }

    /// The lock comes between the unlock and the new wrapping, which derives keys for some tenths of a second.
    @Test func `a lock that comes while a keychain follows holds`() throws {
        let service = home.service()
        let unlocking = startThread { [home] in try home.unlock(service) }
        let end = ContinuousClock.now + .seconds(60)
        while try lockState(service) != .unlocked, ContinuousClock.now < end { usleep(500) }
        try home.perform(.lock, at: home.closed, service)
        try unlocking.wait()
        #expect(try lockState(service) == .lockedAfterFirstUnlock)
        #expect(failure { _ = try home.reads(home.closed, service) } == .interactionNotAllowed)
        try home.unlock(service)
        #expect(try home.reads(home.closed, service) && home.key.standing(of: home.closed) == .follows)
    }

    /// As the test before, by another process.
    @Test func `a lock of another process that comes while a keychain follows holds`() throws {
        let (service, other) = (home.service(), home.service())
        let unlocking = startThread { [home] in try home.unlock(service) }
        let end = ContinuousClock.now + .seconds(60)
        while try lockState(service) != .unlocked, ContinuousClock.now < end { usleep(500) }
        try home.perform(.lock, at: home.closed, other)
        try unlocking.wait()
        #expect(try lockState(service) == .lockedAfterFirstUnlock)
    }
}
