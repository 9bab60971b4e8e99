// Writes of items. Those of several threads that wait at the same time share one transaction and one sync.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Runs `body` in a write transaction, with the keys brought up to the file, and returns when that is on the disk.
    ///
    /// The transaction may be shared with other threads, and another thread may run `body`. If it throws or needs
    /// something, what it did is undone, and nothing of the others.
    /// - Parameters:
    ///   - isAdding: as for `Connection.write`.
    ///   - patience: with other processes that write.
    func write<R>(
        adding isAdding: Bool = false, for patience: WritePauses.Patience = .minute,
        _ body: @escaping (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> Outcome<R>
    ) throws(KeychainError) -> Outcome<R> {
        var result: R?
        let own = PendingWrite(isAdding ? .adding : .other) { state, transaction throws(KeychainError) in
            try body(&state, transaction).map { result = $0 }
        }
        guard let leads = writes.leads(own, within: patience.ofTurn) else { throw .othersWrite }
        if leads {
            // Who shares the transaction is found out when it has begun.
            var group = [own]
            do throws(KeychainError) {
                var isShared = true
                try tryingAgain(for: patience) { state, triesAgain throws(KeychainError) -> Void? in
                    if isShared {
                        guard let taken = state.run(own, with: writes, triesAgain: triesAgain) else { return nil }
                        group = taken
                        isShared = false
                    }
                    return state.runAlone(group.filter { $0.outcome == nil }, triesAgain: triesAgain)
                }
            } catch {
                // If the keychain is not there, or does not open, each of those that wait finds that out for itself.
                for write in group where write.outcome == nil { write.outcome = .failure(error) }
            }
            writes.end(group)
        }
        switch try own.outcome?.get() {
        case .needs(let need): return .needs(need)
        case .done, nil:
            guard let result else { throw KeychainError(.internalError, during: "writing to a keychain") }
            return .done(result)
        }
    }

    /// Runs `body`, which writes in a transaction that it shares with nobody, in turn with the other writes of this
    /// process.
    /// - Parameters:
    ///   - patience: with the other writes of this process, and with those of others.
    ///   - body: returns nil if another process is in the way.
    func writeAlone<R>(
        for patience: WritePauses.Patience = .minute,
        _ body: (inout KeychainState, _ triesAgain: Bool) throws(KeychainError) -> R?
    ) throws(KeychainError) -> R {
        try inOwnTurn(within: patience.ofTurn) { () throws(KeychainError) in try tryingAgain(for: patience, body) }
    }

    /// The same on a connection of its own: other threads have the keychain to read meanwhile.
    /// - Parameter body: returns nil if another process is in the way. `triesAgain` is as for `Connection.writeAtOnce`.
    func writeBeside<R>(
        _ body: (Connection, _ triesAgain: Bool) throws(KeychainError) -> R?
    ) throws(KeychainError) -> R {
        try inOwnTurn { () throws(KeychainError) in
            var pauses = WritePauses(for: .minute)
            while true {
                let result = try withOwnConnection { connection throws(KeychainError) in
                    try body(connection, !pauses.isOver)
                }
                if let result { return result }
                guard !pauses.isOver else { throw .othersWrite }
                pauses.pause()
            }
        }
    }

    /// Runs `body` in turn with the writes of this process.
    /// - Parameter time: milliseconds for which it waits for the turn; nil for as long as it takes.
    private func inOwnTurn<R>(
        within time: UInt32? = nil, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let own = PendingWrite(.alone) { _, _ in .done(()) }
        guard writes.leads(own, within: time) != nil else { throw .othersWrite }
        defer { writes.end([own]) }
        return try body()
    }

    /// Runs `body` until no other process is in the way of its write. Other threads have the keychain between the
    /// tries, so that those that read do not wait for a process that writes.
    /// - Parameter body: returns nil if another process is in the way. `triesAgain` is as for `Connection.writeAtOnce`.
    func tryingAgain<R>(
        for patience: WritePauses.Patience = .minute,
        _ body: (inout KeychainState, _ triesAgain: Bool) throws(KeychainError) -> R?
    ) throws(KeychainError) -> R {
        var pauses = WritePauses(for: patience)
        while true {
            let result: R? = try withState { state throws(KeychainError) in try body(&state, !pauses.isOver) }
            if let result { return result }
            guard !pauses.isOver else { throw .othersWrite }
            pauses.pause()
        }
    }

    /// Takes what was replaced out of the file and its log; if somebody reads it for longer than a second, after one of
    /// the next writes.
    func emptyLog() { try? tryingAgain(for: .second) { state, _ in state.emptyLog() ? () : nil } }
}

extension KeychainState {
    /// Runs a write, and those that wait, in one transaction.
    /// - Returns: all of them, those without an outcome to be run alone; nil if another process is in the way.
    fileprivate mutating func run(
        _ own: PendingWrite, with writes: WriteGroup, triesAgain: Bool
    ) -> [PendingWrite]? {
        var group = [own]
        var isWhole = false
        do throws(KeychainError) {
            let connection = connection
            let outcome = try write(adding: own.kind == .adding, triesAgain: triesAgain) {
                state, transaction throws(KeychainError) in
                group = writes.take(with: own)
                guard group.count > 1 else { return try own.body(&state, transaction) }
                for write in group {
                    let outcome = try connection.part(of: transaction, keeping: \.isDone) {
                        part throws(KeychainError) in
                        try write.body(&state, part)
                    }
                    // Without an outcome it is done anew, alone.
                    if case .success(.needs(.ownTransaction)) = outcome { continue }
                    write.outcome = outcome
                }
                isWhole = true
                return .done(())
            }
            guard let outcome else { return nil }
            if group.count == 1 { own.outcome = .success(outcome) }
        } catch {
            // If the commit failed, an answer like "there is one already" may rest on what another part wrote, which is
            // gone. One part that takes the transaction with it, or no room for all together, leaves each to itself.
            let isForAll = group.count == 1 || isWhole && error.code != .diskFull
            for write in group { write.outcome = isForAll ? .failure(error) : nil }
        }
        return group
    }

    /// Runs writes in a transaction each.
    /// - Returns: nil if another process is in the way, and some have no outcome yet.
    fileprivate mutating func runAlone(_ writes: [PendingWrite], triesAgain: Bool) -> Void? {
        for write in writes {
            do throws(KeychainError) {
                let outcome = try self.write(
                    adding: write.kind == .adding, triesAgain: triesAgain, write.body)
                guard let outcome else { return nil }
                write.outcome = .success(outcome)
            } catch {
                write.outcome = .failure(error)
            }
        }
        return ()
    }
}
