// One run of the anchor's protocol: what is to be done next, and what follows from what has happened.
// SPDX-License-Identifier: Apache-2.0

/// A pure machine. Whoever runs it does its ``effect``, tells it what has happened, and asks again until there is none
/// (Documentation/Reference/Formats/Anchor.md, section 3). Between the lock and its release the effects are those of an
/// advance in two phases: the record is on the disk before the index is extended, so that whoever is killed between
/// them leaves a file that says how to finish. The tests search every order of events on these very functions.
package struct AnchorRun: Hashable, Sendable {
    /// What is to come of it.
    package enum Goal: Hashable, Sendable {
        /// To know whether the file may be used.
        case open
        /// To anchor what the file holds.
        case advance(Advance)
        /// To anchor what the file holds whatever the index says: the first time, and if the user accepts a file.
        case establish(Advance)
    }

    /// What is new with an advance.
    package struct Advance: Hashable, Sendable {
        package let index: UInt32
        package let `extension`: AnchorValue
        package let rows: AnchorValue
        package let time: UInt64

        package init(index: UInt32, extension: AnchorValue, rows: AnchorValue = .zero, time: UInt64) {
            self.index = index
            self.extension = `extension`
            self.rows = rows
            self.time = time
        }
    }

    /// What is to be done next.
    package enum Effect: Hashable, Sendable {
        /// Waits for the lock of the keychain's directory, which is held until ``unlock``.
        case lock
        case readRecord
        case readIndex
        /// Makes the index, which is not there.
        case defineIndex
        /// Writes the record, and everything before it, to the disk. What the file holds in that transaction is what
        /// the advance anchors.
        case commit(AnchorRecord)
        /// Extends the index, with patience: a TPM that limits writes is asked again.
        case extend(AnchorValue)
        case unlock
    }

    /// What has happened.
    package enum Event: Hashable, Sendable {
        case locked
        case record(AnchorRecord?)
        case index(AnchorReading)
        case defined
        case committed
        case extended
        /// The TPM did not take it.
        case notExtended
        case unlocked
    }

    package enum Outcome: Hashable, Sendable {
        /// The file may be used.
        case accepted(AnchorComparison)
        /// What the file held at the commit is anchored.
        case anchored
        /// The record is written, and the index is not extended: whoever opens the file next finishes. Nothing new is
        /// anchored until then.
        case pending
        /// The file may not be used.
        case refused(AnchorDifference)
        /// There is no anchor to advance.
        case unanchored
    }

    private enum Step: Hashable, Sendable {
        case locking
        case readingRecord
        case readingIndex(AnchorRecord?)
        /// Extends the index for whoever has died.
        case finishing(AnchorRecord)
        case defining
        case committing(AnchorRecord)
        case extending(AnchorRecord)
        case unlocking(Outcome)
        case done(Outcome)
    }

    private let goal: Goal
    private var step = Step.locking
    /// Whether it has finished the advance of another already. If the index is still not what it should be, it stops.
    private var hasFinished = false

    package init(_ goal: Goal) { self.goal = goal }

    /// Nil when it is over.
    package var outcome: Outcome? {
        guard case .done(let outcome) = step else { return nil }
        return outcome
    }

    /// Nil when it is over.
    package var effect: Effect? {
        switch step {
        case .locking: .lock
        case .readingRecord: .readRecord
        case .readingIndex: .readIndex
        case .finishing(let record), .extending(let record): .extend(record.extension)
        case .defining: .defineIndex
        case .committing(let record): .commit(record)
        case .unlocking: .unlock
        case .done: nil
        }
    }

    /// Takes in what has happened.
    /// - Precondition: it is an event of the ``effect``.
    package mutating func handle(_ event: Event) {
        switch (step, event) {
        case (.locking, .locked): step = .readingRecord
        case (.readingRecord, .record(let record)): step = .readingIndex(record)
        case (.readingIndex(let record), .index(let index)): step = next(after: record, index)
        case (.finishing(let record), .extended):
            hasFinished = true
            // What was written since that record is not anchored by it: an advance begins again.
            step = goal == .open ? .unlocking(.accepted(.unfinished)) : .readingIndex(record)
        case (.finishing, .notExtended):
            step = .unlocking(goal == .open ? .accepted(.unfinished) : .pending)
        case (.defining, .defined): step = next(after: nil, .value(.zero))
        case (.committing(let record), .committed): step = .extending(record)
        case (.extending, .extended): step = .unlocking(.anchored)
        case (.extending, .notExtended): step = .unlocking(.pending)
        case (.unlocking(let outcome), .unlocked): step = .done(outcome)
        case (.locking, _), (.readingRecord, _), (.readingIndex, _), (.finishing, _), (.defining, _),
            (.committing, _), (.extending, _), (.unlocking, _), (.done, _):
            preconditionFailure("an event is one of the effect before it")
        }
    }

    private func next(after record: AnchorRecord?, _ index: AnchorReading) -> Step {
        if case .establish(let advance) = goal { return establish(advance, index) }
        switch AnchorComparison(record: record, index: index) {
        case .unanchored: return .unlocking(goal == .open ? .accepted(.unanchored) : .unanchored)
        case .agrees:
            guard case .advance(let advance) = goal, let record else { return .unlocking(.accepted(.agrees)) }
            return .committing(AnchorRecord(advance, after: record.current))
        case .unfinished:
            guard let record, !hasFinished else { return .unlocking(.pending) }
            return .finishing(record)
        case .differs(let difference): return .unlocking(.refused(difference))
        }
    }

    private func establish(_ advance: Advance, _ index: AnchorReading) -> Step {
        switch index {
        case .missing: .defining
        case .foreign: .unlocking(.refused(.indexIsGone))
        case .value(let value): .committing(AnchorRecord(advance, after: value))
        }
    }
}

extension AnchorRecord {
    fileprivate init(_ advance: AnchorRun.Advance, after value: AnchorValue) {
        self.init(
            index: advance.index, previous: value, extension: advance.extension, rows: advance.rows, time: advance.time)
    }
}
