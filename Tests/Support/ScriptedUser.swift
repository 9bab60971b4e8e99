// A user who gives what a test has in mind, behind the wall where dialogs and the fingerprint reader are.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyPresence
import Synchronization

/// Answers one question after the other, and keeps what they were asked.
package final class ScriptedUser: UserAsking {
    package enum Answer: Sendable {
        case password(TestSecret)
        case finger
        case cancels, cannotBeAsked
        /// Stays at the dialog until it is closed.
        case waits
    }

    private struct State: Sendable {
        var answers: [Answer]
        var asked: [PermissionQuestion] = []
        var biometry: BiometryState
    }

    private let state: Mutex<State>

    package init(_ answers: [Answer] = [], biometry: BiometryState = .unavailable) {
        state = Mutex(State(answers: answers, biometry: biometry))
    }

    package var biometry: BiometryState {
        get { state.withLock { $0.biometry } }
        set { state.withLock { $0.biometry = newValue } }
    }

    package var asked: [PermissionQuestion] { state.withLock { $0.asked } }
    package func willAnswer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

    package func prove(
        _ question: PermissionQuestion, while isWanted: @escaping @Sendable () -> Bool,
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence {
        state.withLock { $0.asked.append(question) }
        let canceled = KeychainError(.userCanceled, during: "being asked")
        switch state.withLock({ $0.answers.isEmpty ? .cannotBeAsked : $0.answers.removeFirst() }) {
        case .cancels: throw canceled
        case .cannotBeAsked: throw KeychainError(.interactionNotAllowed, during: "being asked")
        case .finger:
            guard question.proof?.methods.contains(.finger) == true, case .enrolled(let set) = biometry else {
                throw canceled
            }
            return ProofEvidence(enrolledSet: set)
        case .password(let word):
            guard question.needsPassword else { throw canceled }
            try check(ItemSecret(word))
            return ProofEvidence(hasPassword: true)
        case .waits:
            while isWanted() { usleep(10_000) }
            throw canceled
        }
    }
}
