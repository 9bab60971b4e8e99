// What the user has proved for one call, and what the call still lacks.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// Filled while the call works on the keychain, read when it comes back: nobody is asked while a transaction is open.
final class CallProofs: Sendable {
    private struct Notes {
        /// In the order in which they were found.
        var lacking: [Item] = []
        var sealed: Item?
        var used: Set<PersistentReference> = []
        var era: UInt64?
    }

    /// Proved for this call.
    let fresh: CallEvidence
    /// Proved before, in the same context.
    private let kept: KeptProofs?
    /// A finger that was shown before, where the program lets it hold.
    private let finger: KeptFinger?
    private let notes = Mutex(Notes())

    /// Of a call that proves nothing.
    static let none = CallProofs(fresh: CallEvidence(), kept: nil, finger: nil)

    init(fresh: CallEvidence, kept: KeptProofs?, finger: KeptFinger?) {
        self.fresh = fresh
        self.kept = kept
        self.finger = finger
    }

    /// - Parameter era: the time between two locks that the keychain is in.
    /// - Parameter item: nil for a program that evaluates a context.
    func evidence(for item: PersistentReference?, in era: UInt64) -> ProofEvidence {
        var evidence = ProofEvidence()
        if let finger, finger.era == era { evidence.enrolledSet = finger.enrolledSet }
        if let kept, kept.era == era {
            evidence = evidence.joined(with: kept.evaluated)
            if let own = item.flatMap({ kept.items[$0] }) { evidence = evidence.joined(with: own) }
        }
        guard let item else { return evidence.joined(with: fresh.context) }
        return fresh.items[item].map { evidence.joined(with: $0) } ?? evidence
    }

    func noteUse(of item: PersistentReference, in era: UInt64) {
        notes.withLock { notes in
            notes.used.insert(item)
            notes.era = era
        }
    }

    func noteLack(of item: Item) {
        notes.withLock { notes in
            if !notes.lacking.contains(where: { $0.reference == item.reference }) { notes.lacking.append(item) }
        }
    }

    /// An own item of the program whose password is missing or wrong.
    func noteSealed(_ item: Item) {
        // Of calls that prove nothing there is one for all, which would keep it.
        guard self !== Self.none else { return }
        notes.withLock { if $0.sealed == nil { $0.sealed = item } }
    }

    var sealed: Item? { notes.withLock { $0.sealed } }

    /// The work begins, maybe once more.
    func begin() {
        notes.withLock { notes in
            notes.lacking = []
            notes.sealed = nil
        }
    }

    /// The items that lack a proof. They are asked for all of them together (reference 3.4.6).
    var lacking: [Item] { notes.withLock { $0.lacking } }

    /// The items that a proof was used for, and when.
    var used: (items: Set<PersistentReference>, era: UInt64)? {
        notes.withLock { notes in notes.era.map { (notes.used, $0) } }
    }
}

extension KeychainState {
    /// Whether the user has proved what an item asks for, its use as a key included.
    /// - Throws: `.interactionNotAllowed` if that is missing, and the program lets nobody be asked.
    func proof(
        of item: Item, _ authentication: Authentication, for call: CallContext
    ) throws(KeychainError) -> ProofState {
        guard let requirement = item.accessControl.proofRequirement else { return .proved }
        if requirement.isMet(by: call.proofs.evidence(for: item.reference, in: era)) {
            call.proofs.noteUse(of: item.reference, in: era)
            return .proved
        }
        return try unproved(item, authentication, for: call)
    }

    /// What becomes of an item whose proof is not there.
    /// - Throws: as ``proof(of:_:for:)``.
    func unproved(
        _ item: Item, _ authentication: Authentication, for call: CallContext
    ) throws(KeychainError) -> ProofState {
        switch authentication.ui {
        case .skip: return .skipped
        case .fail: throw .promptForbidden
        case .allow:
            try call.memory.take(item.footprint)
            call.proofs.noteLack(of: item)
            return .lacking
        }
    }
}
