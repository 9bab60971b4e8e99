// The writes that wait for a keychain: one thread leads, and does those of all in one transaction.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

/// A write of one thread, which waits while another one may do it.
final class PendingWrite: @unchecked Sendable {  // used by the thread that leads, until that has ended
    typealias Body = (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> Outcome<Void>

    let kind: Kind
    let body: Body
    /// What became of it; nil if it was not begun.
    var outcome: Result<Outcome<Void>, KeychainError>?
    /// Set by ``WriteGroup`` under its monitor.
    fileprivate(set) var isDone = false

    init(_ kind: Kind, _ body: @escaping Body) {
        self.kind = kind
        self.body = body
    }

    enum Kind {
        /// It leaves room on the disk for deletions.
        case adding
        case other
        /// The thread has a transaction of its own, and waits here for its turn.
        case alone
    }
}

/// A sync of the disk takes as long for one write as for several. Whoever comes while one is under way waits here, and
/// the next leader takes all that wait.
final class WriteGroup: @unchecked Sendable {  // everything that changes is used under `monitor`
    private let monitor = Monitor()
    private var waiting: [PendingWrite] = []
    private var isLed = false

    /// Writes of one transaction.
    private static let largestCount = 32

    /// Waits until another thread has done `write`, or until nobody leads.
    /// - Parameter time: milliseconds for which it waits to be begun; nil for as long as it takes.
    /// - Returns: true if the caller leads from now on, and calls ``end(_:)``; nil if the time is over, and nothing is
    ///   done.
    func leads(_ write: PendingWrite, within time: UInt32? = nil) -> Bool? {
        monitor.lock()
        defer { monitor.unlock() }
        guard isLed || !waiting.isEmpty else {
            isLed = true
            return true
        }
        waiting.append(write)
        // Who waits for longest leads next.
        let end = time.map { ContinuousClock.now + .milliseconds($0) }
        while !write.isDone, isLed || waiting.first !== write {
            guard let end else {
                monitor.wait()
                continue
            }
            let left = end - .now
            // What a leader has taken is done soon.
            if left <= .zero, waiting.contains(where: { $0 === write }) {
                waiting.removeAll { $0 === write }
                monitor.wakeAll()
                return nil
            }
            monitor.wait(upTo: max(left, .milliseconds(1)))
        }
        guard !write.isDone else { return false }
        waiting.removeAll { $0 === write }
        isLed = true
        return true
    }

    /// The writes that share the leader's transaction, its own first. One that only deletes does not share one that
    /// adds: a full disk refuses the second alone. The leader's write is not ``PendingWrite/Kind/alone``.
    func take(with write: PendingWrite) -> [PendingWrite] {
        monitor.lock()
        defer { monitor.unlock() }
        let taken = waiting.filter { $0.kind == write.kind }.prefix(Self.largestCount - 1)
        waiting.removeAll { candidate in taken.contains { $0 === candidate } }
        return [write] + taken
    }

    /// Lets those go whose writes are done, and another one lead.
    func end(_ writes: [PendingWrite]) {
        monitor.lock()
        for write in writes { write.isDone = true }
        isLed = false
        monitor.wakeAll()
        monitor.unlock()
    }
}
