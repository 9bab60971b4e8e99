// What the user has said to one call, over all the times that it was done.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A call that needs a permission and proofs asks for one after the other, and is done anew after each.
package struct UserWord: Sendable {
    /// The items that the call may read.
    private(set) var permitted: Set<PersistentReference> = []
    private(set) var evidence = CallEvidence()
    /// How many times the user was asked.
    private var rounds = 0
    /// When the user was first asked, in milliseconds of the monotonic clock. Whoever waits for the user sets it.
    package private(set) var since: UInt64?

    package init() {}

    /// What the user gives to a call.
    package enum Given: Sendable {
        case permission
        case proof(ProofEvidence)
        /// The password of an item, which the call tries.
        case applicationPassword(ItemSecret)
    }

    /// The same with an answer.
    /// - Parameter references: the items of the question; none for a context.
    package func adding(_ given: Given, for references: Set<PersistentReference>) -> UserWord {
        var word = self
        switch given {
        case .permission:
            word.permitted.formUnion(references)
            word.evidence = evidence.withoutNews
        case .proof(let proof): word.evidence = evidence.adding(proof, for: references)
        case .applicationPassword(let password): word.evidence = evidence.adding(applicationPassword: password)
        }
        word.rounds += 1
        return word
    }

    /// For a call that is done anew without an answer of its own.
    package var withoutNews: UserWord {
        var word = self
        word.evidence = evidence.withoutNews
        return word
    }

    /// From now on, if the user was not asked before.
    package func beginning(at now: UInt64) -> UserWord {
        var word = self
        if word.since == nil { word.since = now }
        return word
    }

    /// Lets a call ask the user once more.
    /// - Returns: the outcome as it is.
    /// - Throws: `.interactionNotAllowed` for a second permission: what has changed while the user was asked is not
    ///   what they permitted. `.authFailed` after too many questions.
    func mayGoOn(after outcome: CallOutcome) throws(KeychainError) -> CallOutcome {
        switch outcome {
        case .done: return outcome
        case .needsPermission:
            guard permitted.isEmpty else { throw .nobodyToAsk }
        case .needsProof:
            guard rounds < ProofNeed.mostRounds else { throw ProofNeed.tooManyRounds }
        }
        return outcome
    }
}
