// What the user has said to one call, over all the times that it was asked about.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

/// A call that needs a permission and proofs asks for one after the other, and is done anew after each.
struct PersonsWord: Sendable {
    /// The items that it may read.
    private(set) var permitted: Set<PersistentReference> = []
    private(set) var evidence = CallEvidence()
    /// How many times they were asked for a proof.
    private(set) var rounds = 0
    /// When they were first asked, in milliseconds of the monotonic clock.
    private(set) var since: UInt64?

    func adding(_ asked: WaitingCall.Asked, _ proof: ProofEvidence) -> PersonsWord {
        var word = self
        if asked.proof == nil {
            word.permitted.formUnion(asked.references)
            word.evidence = evidence.withoutNews
        } else {
            word.evidence = evidence.adding(proof, for: asked.references)
        }
        word.rounds += 1
        return word
    }

    func adding(applicationPassword: ItemSecret) -> PersonsWord {
        var word = self
        word.evidence = evidence.adding(applicationPassword: applicationPassword)
        word.rounds += 1
        return word
    }

    /// For a call that is done anew without an answer of its own.
    var withoutNews: PersonsWord {
        var word = self
        word.evidence = evidence.withoutNews
        return word
    }

    /// From now on, if nothing was asked yet.
    func beginning(at now: UInt64) -> PersonsWord {
        var word = self
        if word.since == nil { word.since = now }
        return word
    }
}
