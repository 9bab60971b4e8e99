// How many tries a keychain leaves to others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTPM
import Testing

@Suite struct TPMBudgetTests {
    @Test func `a try is made while two tries are left to others`() {
        for failures in UInt32(0)..<30 {
            #expect(TPMLockout(failures: failures, maximum: 32, interval: 600).nextTry == .allowed)
        }
        #expect(TPMLockout(failures: 30, maximum: 32, interval: 600).nextTry == .refused(seconds: 600))
    }

    @Test(arguments: [(30, 1), (31, 2), (32, 3), (40, 11)] as [(UInt32, UInt64)])
    func `the time to wait is that of every failure above the limit`(failures: UInt32, intervals: UInt64) {
        #expect(
            TPMLockout(failures: failures, maximum: 32, interval: 600).nextTry == .refused(seconds: intervals * 600))
    }

    @Test(arguments: [(0, true), (1, true), (2, false), (3, false)] as [(UInt32, Bool)])
    func `of three tries one is left to others`(failures: UInt32, isAllowed: Bool) {
        let next = TPMLockout(failures: failures, maximum: 3, interval: 1000).nextTry
        #expect((next == .allowed) == isAllowed)
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (10, 8)] as [(UInt32, UInt32)])
    func `a keychain has some tries however few there are`(maximum: UInt32, tries: UInt32) {
        let allowed = (0..<maximum).filter {
            TPMLockout(failures: $0, maximum: maximum, interval: 10).nextTry == .allowed
        }
        #expect(allowed == Array(0..<tries))
    }

    @Test func `no try is made when the TPM refuses each of them`() {
        for maximum in UInt32(1)...40 {
            for failures in maximum...maximum + 3 {
                #expect(TPMLockout(failures: failures, maximum: maximum, interval: 7).nextTry != .allowed)
            }
        }
    }

    @Test func `waiting does not help if no try is ever allowed, or none is forgiven`() {
        #expect(TPMLockout(failures: 0, maximum: 0, interval: 600).nextTry == .refused(seconds: nil))
        #expect(TPMLockout(failures: 5, maximum: 5, interval: 0).nextTry == .refused(seconds: nil))
        #expect(TPMLockout(failures: 4, maximum: 5, interval: 0).nextTry == .allowed)
    }

    @Test func `the largest numbers of a TPM give a time`() {
        let lockout = TPMLockout(failures: .max, maximum: 4, interval: .max)
        #expect(lockout.nextTry == .refused(seconds: (UInt64(UInt32.max) - 1) * UInt64(UInt32.max)))
    }
}
