// How many bytes each process and each user keeps the daemon holding.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts what is beyond what everybody may have, so that a client with more slows down itself and nobody else.
final class BufferLedger: Sendable {
    private struct Book {
        var processes: [Int32: Int] = [:]
        var users: [UInt32: Int] = [:]
        var all = 0
    }

    /// The most that is counted for a process, a user and all of them.
    struct Limits: Sendable {
        let process: Int
        let user: Int
        let all: Int
    }

    private let limits: Limits
    private let book = Mutex(Book())

    init(limits: Limits) { self.limits = limits }

    /// - Returns: false if the process, the user or all have as much as they may; then nothing is counted.
    func take(_ count: Int, for peer: PeerProcess) -> Bool {
        guard count > 0 else { return true }
        return book.withLock { book in
            let process = book.processes[peer.processID, default: 0] + count
            let user = book.users[peer.userID, default: 0] + count
            guard process <= limits.process, user <= limits.user, book.all + count <= limits.all else { return false }
            book.all += count
            book.processes[peer.processID] = process
            book.users[peer.userID] = user
            return true
        }
    }

    func giveBack(_ count: Int, for peer: PeerProcess) {
        guard count > 0 else { return }
        book.withLock { book in
            let process = book.processes[peer.processID, default: 0] - count
            let user = book.users[peer.userID, default: 0] - count
            book.all -= count
            book.processes[peer.processID] = process > 0 ? process : nil
            book.users[peer.userID] = user > 0 ? user : nil
        }
    }
}
