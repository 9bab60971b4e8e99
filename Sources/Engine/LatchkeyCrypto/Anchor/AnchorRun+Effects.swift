// Runs the protocol of the anchor.
// SPDX-License-Identifier: Apache-2.0

/// What does the effects. `Failure` is what ends a run at once; the lock is released then.
package struct AnchorEffects<Failure: Error> {
    package let lock: () throws(Failure) -> Void
    package let readRecord: () throws(Failure) -> AnchorRecord?
    package let readIndex: () throws(Failure) -> AnchorReading
    package let defineIndex: () throws(Failure) -> Void
    package let commit: (AnchorRecord) throws(Failure) -> Void
    /// Whether the TPM took it.
    package let extend: (AnchorValue) throws(Failure) -> Bool
    package let unlock: () -> Void

    package init(
        lock: @escaping () throws(Failure) -> Void, readRecord: @escaping () throws(Failure) -> AnchorRecord?,
        readIndex: @escaping () throws(Failure) -> AnchorReading, defineIndex: @escaping () throws(Failure) -> Void,
        commit: @escaping (AnchorRecord) throws(Failure) -> Void,
        extend: @escaping (AnchorValue) throws(Failure) -> Bool, unlock: @escaping () -> Void
    ) {
        self.lock = lock
        self.readRecord = readRecord
        self.readIndex = readIndex
        self.defineIndex = defineIndex
        self.commit = commit
        self.extend = extend
        self.unlock = unlock
    }
}

extension AnchorRun {
    /// Does one effect after the other.
    /// - Throws: what an effect throws. The file and the index are as with a process that was killed there.
    package static func run<Failure: Error>(
        _ goal: Goal, _ effects: AnchorEffects<Failure>
    ) throws(Failure) -> Outcome {
        var run = AnchorRun(goal)
        var isLocked = false
        defer { if isLocked { effects.unlock() } }
        while let effect = run.effect {
            switch effect {
            case .lock:
                try effects.lock()
                isLocked = true
                run.handle(.locked)
            case .readRecord: run.handle(.record(try effects.readRecord()))
            case .readIndex: run.handle(.index(try effects.readIndex()))
            case .defineIndex:
                try effects.defineIndex()
                run.handle(.defined)
            case .commit(let record):
                try effects.commit(record)
                run.handle(.committed)
            case .extend(let value): run.handle(try effects.extend(value) ? .extended : .notExtended)
            case .unlock:
                isLocked = false
                effects.unlock()
                run.handle(.unlocked)
            }
        }
        guard let outcome = run.outcome else { preconditionFailure("a run without an effect is over") }
        return outcome
    }
}
