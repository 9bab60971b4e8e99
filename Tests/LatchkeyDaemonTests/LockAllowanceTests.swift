// A program may lock a few times a minute, and others of the user with it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTestSupport
import Testing

@testable import LatchkeyDaemon

@Suite struct LockAllowanceTests {
    private let allowance = LockAllowance()

    private func isAllowed(_ user: UInt32, at time: UInt64) -> Bool {
        failure { try allowance.take(of: user, at: time) } == nil
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
}
