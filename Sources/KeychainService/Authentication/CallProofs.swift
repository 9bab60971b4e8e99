// What the person has proved for one call, and what the call still lacks.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import Synchronization

/// Filled while the call works on the keychain, read when it comes back: nobody is asked while a transaction is open.
final class CallProofs: Sendable {
    private struct Notes {
        var lacking: Item?
        var used: Set<PersistentReference> = []
        var era: UInt64?
    }

    /// Proved for this call.
    let fresh: ProofEvidence
    /// Proved before, in the same context.
    private let kept: KeptProofs?
    private let notes = Mutex(Notes())

    /// Of a call that proves nothing.
    static let none = CallProofs(fresh: ProofEvidence(), kept: nil)

    init(fresh: ProofEvidence, kept: KeptProofs?) {
        self.fresh = fresh
        self.kept = kept
    }

    /// - Parameter era: the time between two locks that the keychain is in.
    /// - Parameter item: nil for a program that evaluates a context.
    func evidence(for item: PersistentReference?, in era: UInt64) -> ProofEvidence {
        guard let kept, kept.era == era else { return fresh }
        let own = item.flatMap { kept.items[$0] } ?? ProofEvidence()
        return kept.evaluated.joined(with: own).joined(with: fresh)
    }

    func noteUse(of item: PersistentReference, in era: UInt64) {
        notes.withLock { notes in
            notes.used.insert(item)
            notes.era = era
        }
    }

    func noteLack(of item: Item) { notes.withLock { if $0.lacking == nil { $0.lacking = item } } }

    var lacking: Item? { notes.withLock { $0.lacking } }
    /// The items that a proof was used for, and when.
    var used: (items: Set<PersistentReference>, era: UInt64)? {
        notes.withLock { notes in notes.era.map { (notes.used, $0) } }
    }
}

extension KeychainState {
    /// Runs `body` for a call with these proofs.
    mutating func proving<R>(
        _ proofs: CallProofs, _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        self.proofs = proofs
        defer { self.proofs = .none }
        return try body(&self)
    }

    /// Whether the person has proved what an item asks for, its use as a key included.
    /// - Returns: false where the item is to be left out.
    /// - Throws: `.interactionNotAllowed` where she has not; where she may be asked for it, the call is done anew afterwards.
    func isProved(_ item: Item, _ authentication: Authentication) throws(KeychainError) -> Bool {
        guard let requirement = item.accessControl.proofRequirement else { return true }
        if requirement.isMet(by: proofs.evidence(for: item.reference, in: era)) {
            proofs.noteUse(of: item.reference, in: era)
            return true
        }
        switch authentication.ui {
        case .skip: return false
        case .fail: throw .promptForbidden
        case .allow:
            var open = item
            open.secret = nil
            proofs.noteLack(of: open)
            throw .needsProof
        }
    }
}
