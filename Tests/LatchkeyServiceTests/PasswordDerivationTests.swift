// What goes on while the key of a password is derived.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyService

/// The memory for derivations is taken, so that a try of a password waits in the middle until it is given back.
@Suite(.serialized) struct PasswordDerivationTests {
    private let home: TemporaryHome
    private let service: KeychainService
    private let looks: Looks
    private let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])

    /// Counts how often the keychain has asked for the time, which it does before it derives.
    private final class Looks: Sendable {
        let count = Atomic(0)
        var clock: KeychainClock {
            KeychainClock(
                now: {
                    self.count.add(1, ordering: .sequentiallyConsistent)
                    return 800_000_000
                }, uptime: { 800_000_000 })
        }
    }

    init() throws {
        home = try TemporaryHome()
        looks = Looks()
        service = KeychainService(home: home.path, clock: looks.clock, unlockPlace: .service)
        try perform(.create(password: ItemSecret("right")))
        try perform(.lock)
    }

    @discardableResult
    private func perform(_ request: Request) throws(KeychainError) -> Reply {
        try service.perform(request, inKeychainAt: home.keychain, from: caller)
    }

    private func lockState() throws -> LockState? {
        guard case .status(let status) = try perform(.status) else { return nil }
        return status.lockState
    }

    /// Runs `others` while `password` is being tried.
    /// - Returns: how the try fails, nil if it succeeds; and what `others` gives.
    func whileTrying<R: Sendable>(
        _ password: TestSecret, _ others: @escaping @Sendable () throws -> R
    ) throws -> (KeychainError.Code?, R) {
        for _ in 0..<3 { try DerivationTurns.ofService.take(.standard) }
        let before = looks.count.load(ordering: .sequentiallyConsistent)
        let trial = startThread { [self] in failure { try perform(.unlock(password: ItemSecret(password))) } }
        while looks.count.load(ordering: .sequentiallyConsistent) == before { usleep(1000) }
        let other = startThread { try others() }
        let outcome = Result { try other.wait(seconds: 30) }
        for _ in 0..<3 { DerivationTurns.ofService.giveBack(.standard) }
        let code = try trial.wait(seconds: 60)
        return (code, try outcome.get())
    }

    @Test func `other calls are answered`() throws {
        let (code, state) = try whileTrying("right") { [self] in
            _ = try service.serviceItems(matching: .none, in: .all, inKeychainAt: home.keychain)
            return try lockState()
        }
        #expect(code == nil && state == .lockedAfterFirstUnlock)
        #expect(try lockState() == .unlocked)
    }

    @Test func `a lock that comes meanwhile holds`() throws {
        let (code, state) = try whileTrying("right") { [self] in
            try perform(.lock)
            return try lockState()
        }
        #expect(code == nil && state == .lockedAfterFirstUnlock)
        #expect(try lockState() == .lockedAfterFirstUnlock)
        let (second, _) = try whileTrying("right") { [self] in service.lock(after: .screenLock) }
        #expect(second == nil)
        #expect(try lockState() == .lockedAfterFirstUnlock)
        try perform(.unlock(password: ItemSecret("right")))
        #expect(try lockState() == .unlocked)
    }

    @Test func `a key for another password is derived anew, and counts for no wrong one`() throws {
        let other = try TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path + "/device.key", toPath: other.path + "/device.key")
        let maker = KeychainService(home: other.path, clock: looks.clock, unlockPlace: .service)
        try maker.perform(.create(password: ItemSecret("other")), inKeychainAt: other.keychain, from: caller)
        maker.close()
        let (code, result) = try whileTrying("other") { [home] in
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: home.keychain + suffix) }
            return unsafe rename(other.keychain, home.keychain)
        }
        #expect(code == nil && result == 0)
        #expect(try lockState() == .unlocked)
        #expect(try service.passwordWait(ofKeychainAt: home.keychain) == 0)
    }

    @Test func `a process that forks meanwhile gives its child no key`() async {
        await #expect(processExitsWith: .success) {
            let tests = try PasswordDerivationTests()
            let (code, (forking, hasForked)) = try tests.whileTrying("right") {
                let forking = startThread {
                    let child = forkProcess()
                    if child == 0 { _exit(0) }
                    return waitpid(child, nil, 0) == child
                }
                return (forking, (try? forking.wait(seconds: 1)) != nil)
            }
            try #require(code == nil && !hasForked)
            try #require(try forking.wait(seconds: 30))
        }
    }

    @Test func `a wrong one is counted before the next is tried`() throws {
        let (code, second) = try whileTrying("wrong") { [self] in
            startThread { [self] in failure { try perform(.unlock(password: ItemSecret("wrong as well"))) } }
        }
        #expect(code == .authFailed)
        #expect(try second.wait(seconds: 60) == .authFailed)
        let error = #expect(throws: KeychainError.self) { try perform(.unlock(password: ItemSecret("right"))) }
        #expect(error?.cause == .wrongPasswords(inARow: 1, wait: 1), "the second was not tried")
    }
}
