// A program may lock a few times a minute, and others of the user with it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTestSupport
import Testing

@testable import LatchkeyDaemon

@Suite struct LockAllowanceTests {
    private let allowance = LockAllowance()

    private func isAllowed(_ user: UInt32, _ keychain: String = "login", at time: UInt64) -> Bool {
        failure { try allowance.take(of: keychain, by: user, at: time) } == nil
    }

    @Test func `a few locks in a minute are allowed, and then no more until the first is a minute old`() {
        for number in 0..<LockAllowance.most { #expect(isAllowed(1, at: UInt64(number) * 1000)) }
        #expect(!isAllowed(1, at: 10_000))
        #expect(!isAllowed(1, at: 59_999))
        #expect(isAllowed(1, at: 60_000))
        #expect(!isAllowed(1, at: 60_001))
    }

    @Test func `another user's locks are counted for that user`() {
        for _ in 0..<LockAllowance.most { #expect(isAllowed(1, at: 5)) }
        #expect(isAllowed(2, at: 5))
        #expect(!isAllowed(1, at: 5))
    }

    @Test func `another keychain's locks are counted for that keychain`() {
        for _ in 0..<LockAllowance.most { #expect(isAllowed(1, "own", at: 5)) }
        #expect(!isAllowed(1, "own", at: 5))
        #expect(isAllowed(1, at: 5))
    }

    @Test func `so many keychains of a user are counted at once`() {
        for number in 0..<LockAllowance.mostKeychains { #expect(isAllowed(1, "\(number)", at: 5)) }
        #expect(!isAllowed(1, at: 5))
        #expect(isAllowed(1, "7", at: 5))
        #expect(isAllowed(2, at: 5))
        #expect(isAllowed(1, at: 60_005))
    }
}
