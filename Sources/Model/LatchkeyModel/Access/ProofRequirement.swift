// What an access control wants the user to prove, k of n (reference 3.14).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What the user has proved.
package struct ProofEvidence: Hashable, Sendable {
    /// The keychain's password was given.
    package var hasPassword = false
    /// A finger matched, and the digest of the fingers that were enrolled then.
    package var enrolledSet: [UInt8]?

    package init(hasPassword: Bool = false, enrolledSet: [UInt8]? = nil) {
        self.hasPassword = hasPassword
        self.enrolledSet = enrolledSet
    }

    package var isEmpty: Bool { !hasPassword && enrolledSet == nil }

    package func joined(with other: ProofEvidence) -> ProofEvidence {
        ProofEvidence(hasPassword: hasPassword || other.hasPassword, enrolledSet: other.enrolledSet ?? enrolledSet)
    }
}

/// The ways in which a user can be asked.
package struct ProofMethods: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let password = ProofMethods(rawValue: 1 << 0)
    package static let finger = ProofMethods(rawValue: 1 << 1)
    /// The password that an item is sealed under, which proves nothing else.
    package static let applicationPassword = ProofMethods(rawValue: 1 << 2)
}

/// The constraints of an access control, without the program's own password, which is no proof of the user.
package struct ProofRequirement: Hashable, Sendable {
    package enum Constraint: Hashable, Sendable {
        case userPresence, biometryAny, biometryCurrentSet, devicePasscode, companion
    }

    /// In the order in which the user is asked.
    package let constraints: [Constraint]
    /// How many of them must be met.
    package let count: Int
    /// The digest of the fingers that were enrolled when the item was stored.
    package let enrolledSet: [UInt8]?

    package init(_ constraints: [Constraint], count: Int, enrolledSet: [UInt8]? = nil) {
        self.constraints = constraints
        self.count = count
        self.enrolledSet = enrolledSet
    }

    package func isMet(by evidence: ProofEvidence) -> Bool {
        constraints.count { isMet($0, by: evidence) } >= count
    }

    private func isMet(_ constraint: Constraint, by evidence: ProofEvidence) -> Bool {
        switch constraint {
        case .userPresence: evidence.hasPassword || evidence.enrolledSet != nil
        case .devicePasscode: evidence.hasPassword
        case .biometryAny: evidence.enrolledSet != nil
        case .biometryCurrentSet: enrolledSet != nil && evidence.enrolledSet == enrolledSet
        case .companion: false
        }
    }

    /// True if the state of the fingerprint reader matters.
    package var mayTakeFinger: Bool { !constraints.allSatisfy { $0 == .devicePasscode || $0 == .companion } }

    /// What the user is asked for next.
    /// - Throws: `.authFailed` if what is still needed cannot be had on this machine.
    package func methods(
        after evidence: ProofEvidence, hasPassword: Bool, biometry: BiometryState
    ) throws(KeychainError) -> ProofMethods {
        let open = constraints.filter { !isMet($0, by: evidence) }
        let possible = open.map { methods(of: $0, hasPassword: hasPassword, biometry: biometry) }.filter { !$0.isEmpty }
        let missing = count - (constraints.count - open.count)
        guard let first = possible.first, possible.count >= missing else {
            throw refusal(hasPassword: hasPassword, biometry: biometry)
        }
        // If each one is needed they come one after the other; if one is enough the user chooses.
        return possible.count == missing ? first : possible.reduce([]) { $0.union($1) }
    }

    private func methods(of constraint: Constraint, hasPassword: Bool, biometry: BiometryState) -> ProofMethods {
        let password: ProofMethods = hasPassword ? .password : []
        guard case .enrolled(let set) = biometry else {
            return constraint == .userPresence || constraint == .devicePasscode ? password : []
        }
        return switch constraint {
        case .userPresence: password.union(.finger)
        case .devicePasscode: password
        case .biometryAny: .finger
        case .biometryCurrentSet: set == enrolledSet ? .finger : []
        case .companion: []
        }
    }

    private func refusal(hasPassword: Bool, biometry: BiometryState) -> KeychainError {
        let hint: StaticString =
            if constraints.contains(.biometryCurrentSet), case .enrolled(let set) = biometry, set != enrolledSet {
                "the fingers that are enrolled are not those from when the item was stored; store it anew"
            } else if constraints.contains(.biometryAny) || constraints.contains(.biometryCurrentSet) {
                switch biometry {
                case .enrolled: "the other proof that the item asks for cannot be given on this machine"
                case .notEnrolled: "no finger is enrolled; `fprintd-enroll` does it"
                case .lockedOut: "too many fingers did not match; the password of the keychain ends that"
                case .unavailable: "there is no fingerprint reader that can be used"
                }
            } else if !hasPassword {
                "the keychain has no password that could be asked for; set one with `security set-keychain-password`"
            } else {
                "the proof that the item asks for cannot be given on this machine"
            }
        return KeychainError(.authFailed, during: "looking for a way to ask the user", hint: hint)
    }
}

extension AccessControl {
    /// What the user must prove, or nil for nothing.
    package var proofRequirement: ProofRequirement? {
        guard let flags else { return nil }
        let constraints = Self.constraints.filter { flags & $0.flag != 0 }.map(\.constraint)
        guard !constraints.isEmpty else { return nil }
        return ProofRequirement(
            constraints, count: flags & Self.or != 0 ? 1 : constraints.count, enrolledSet: enrolledSet)
    }
}
