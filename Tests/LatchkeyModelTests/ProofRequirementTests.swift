// What access controls want the user to prove (reference 3.14).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ProofRequirementTests {
    private static let (presence, any, current): (UInt64, UInt64, UInt64) = (1 << 0, 1 << 1, 1 << 3)
    private static let (passcode, companion): (UInt64, UInt64) = (1 << 4, 1 << 5)
    private static let (or, and): (UInt64, UInt64) = (1 << 14, 1 << 15)
    private static let (set, otherSet) = ([UInt8](repeating: 0xe1, count: 32), [UInt8](repeating: 0xe2, count: 32))
    private static let password = ProofEvidence(hasPassword: true)
    private static let finger = ProofEvidence(enrolledSet: set)
    private static let otherFinger = ProofEvidence(enrolledSet: otherSet)
    private static let both = ProofEvidence(hasPassword: true, enrolledSet: set)

    private func requirement(_ flags: UInt64) -> ProofRequirement? {
        AccessControl(protection: .ak, flags: flags, enrolledSet: Self.set).proofRequirement
    }

    /// Flags, and whether nothing, the password, a finger, a finger of other fingers, and both are enough.
    private static let table: [(flags: UInt64, enough: [Bool])] = [
        (presence, [false, true, true, true, true]), (any, [false, false, true, true, true]),
        (current, [false, false, true, false, true]), (passcode, [false, true, false, false, true]),
        (companion, [false, false, false, false, false]),
        (any | passcode, [false, false, false, false, true]),
        (any | passcode | and, [false, false, false, false, true]),
        (any | passcode | or, [false, true, true, true, true]),
        (current | passcode | and, [false, false, false, false, true]),
        (current | passcode | or, [false, true, true, false, true]),
        (companion | any | or, [false, false, true, true, true]),
        (companion | any | and, [false, false, false, false, false]),
        (companion | passcode | any | or, [false, true, true, true, true]),
        (presence | 1 << 30, [false, true, true, true, true]),
    ]

    @Test(arguments: table)
    func `constraints are k of n: one with Or, otherwise all`(flags: UInt64, enough: [Bool]) throws {
        let requirement = try #require(self.requirement(flags))
        let evidence = [ProofEvidence(), Self.password, Self.finger, Self.otherFinger, Self.both]
        #expect(evidence.map(requirement.isMet) == enough)
    }

    @Test(arguments: [0, 1 << 30, 1 << 31, 1 << 14, 1 << 15] as [UInt64])
    func `flags without a constraint want no proof`(flags: UInt64) {
        #expect(requirement(flags) == nil)
        #expect(AccessControl(protection: .ak, flags: nil).proofRequirement == nil)
    }

    private static let steps: [(UInt64, ProofEvidence, Bool, BiometryState, ProofMethods?)] = [
        (presence, ProofEvidence(), true, .enrolled(set), [.password, .finger]),
        (presence, ProofEvidence(), true, .unavailable, .password),
        (presence, ProofEvidence(), false, .enrolled(set), .finger),
        (presence, ProofEvidence(), false, .notEnrolled, nil), (any, ProofEvidence(), true, .notEnrolled, nil),
        (any, ProofEvidence(), true, .lockedOut, nil), (any, ProofEvidence(), true, .enrolled(set), .finger),
        (current, ProofEvidence(), true, .enrolled(otherSet), nil),
        (passcode, ProofEvidence(), false, .enrolled(set), nil),
        (companion, ProofEvidence(), true, .enrolled(set), nil),
        (any | passcode | and, ProofEvidence(), true, .enrolled(set), .finger),
        (any | passcode | and, finger, true, .enrolled(set), .password),
        (any | passcode | and, ProofEvidence(), true, .unavailable, nil),
        (any | passcode | or, ProofEvidence(), true, .enrolled(set), [.password, .finger]),
        (any | passcode | or, ProofEvidence(), true, .unavailable, .password),
        (current | passcode | or, ProofEvidence(), true, .enrolled(otherSet), .password),
        (companion | passcode | and, ProofEvidence(), true, .enrolled(set), nil),
    ]

    @Test(arguments: steps)
    func `the user is asked for what can be had, and what cannot be had fails`(
        flags: UInt64, evidence: ProofEvidence, hasPassword: Bool, biometry: BiometryState, methods: ProofMethods?
    ) throws {
        let requirement = try #require(self.requirement(flags))
        var asked: ProofMethods?
        let code = failure {
            asked = try requirement.methods(after: evidence, hasPassword: hasPassword, biometry: biometry)
        }
        #expect(asked == methods)
        #expect(code == (methods == nil ? .authFailed : nil))
    }
}
