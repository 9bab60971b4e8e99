// Writes of items. Those of several threads that wait at the same time share one transaction and one sync.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import KeychainStore

extension OpenKeychain {
    /// Runs `body` in a write transaction, with the keys brought up to the file, and returns when that is on the disk.
    ///
    /// The transaction may be shared with other threads, and another thread may run `body`. Where it throws, what it did is
    /// undone, and nothing of the others.
    /// - Parameter isAdding: as for `Connection.write`.
    func write<R>(
        adding isAdding: Bool = false, _ body: @escaping (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        var result: R?
        let own = PendingWrite(adding: isAdding) { state throws(KeychainError) in result = try body(&state) }
        if writes.leads(own) {
            var group = [own]
            do throws(KeychainError) {
                try withState { state throws(KeychainError) in
                    guard own.outcome == nil else { return }
                    group = writes.take(with: own)
                    state.run(group)
                }
            } catch {
                // The keychain is not there, or does not open. Each of the others finds that out for itself.
                if own.outcome == nil { own.outcome = .failure(error) }
            }
            writes.end(group)
        }
        try own.outcome?.get()
        guard let result else { throw KeychainError(.internalError, during: "writing to a keychain") }
        return result
    }
}

extension KeychainState {
    /// Runs writes in one transaction; each has its outcome afterwards.
    fileprivate mutating func run(_ group: [PendingWrite]) {
        guard group.count > 1 else {
            for write in group { runAlone(write) }
            return
        }
        var (hasBegun, isWhole) = (false, false)
        do throws(KeychainError) {
            let connection = connection
            try self.write(adding: group[0].isAdding) { state throws(KeychainError) in
                hasBegun = true
                for write in group {
                    write.outcome = try connection.part { () throws(KeychainError) in try write.body(&state) }
                }
                isWhole = true
            }
        } catch {
            if isWhole && error.code != .diskFull || !hasBegun {
                // Nothing was written, or the commit failed. An answer like "there is one already" may rest on what another
                // part wrote, which is gone.
                for write in group { write.outcome = .failure(error) }
            } else {
                // One part took the transaction with it, or all together do not fit on the disk: each for itself may.
                for write in group { runAlone(write) }
            }
        }
    }

    private mutating func runAlone(_ write: PendingWrite) {
        do throws(KeychainError) {
            try self.write(adding: write.isAdding) { state throws(KeychainError) in try write.body(&state) }
            write.outcome = .success(())
        } catch {
            write.outcome = .failure(error)
        }
    }
}
