// The writes that wait for a keychain: one thread leads, and does those of all in one transaction.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainModel

/// A write of one thread, which waits while another one may do it.
final class PendingWrite: @unchecked Sendable {  // used by the thread that leads, until that has ended
    typealias Body = (inout KeychainState) throws(KeychainError) -> Void

    /// As for `Connection.write`.
    let isAdding: Bool
    let body: Body
    /// What became of it; nil where it was not begun.
    var outcome: Result<Void, KeychainError>?
    /// Set by ``WriteGroup`` under its mutex.
    fileprivate(set) var isDone = false

    init(adding isAdding: Bool, _ body: @escaping Body) {
        self.isAdding = isAdding
        self.body = body
    }
}

/// A sync of the disk takes as long for one write as for several. Whoever comes while one is under way waits here, and the next
/// leader takes all that wait.
@safe
final class WriteGroup: @unchecked Sendable {  // everything that changes is used under `mutex`
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var waiting: [PendingWrite] = []
    private var isLed = false

    /// Writes of one transaction.
    private static let largestCount = 32

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(condition)
        unsafe mutex.deallocate()
        unsafe condition.deallocate()
    }

    /// Waits until another thread has done `write`, or until nobody leads.
    /// - Returns: true where the caller leads from now on, and calls ``end(_:)``.
    func leads(_ write: PendingWrite) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard isLed || !waiting.isEmpty else {
            isLed = true
            return true
        }
        waiting.append(write)
        // Who waits for longest leads next.
        while !write.isDone, isLed || waiting.first !== write { unsafe pthread_cond_wait(condition, mutex) }
        guard !write.isDone else { return false }
        waiting.removeAll { $0 === write }
        isLed = true
        return true
    }

    /// The writes that share the leader's transaction, its own first. One that only deletes does not share one that adds: a
    /// full disk refuses the second alone.
    func take(with write: PendingWrite) -> [PendingWrite] {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let taken = waiting.filter { $0.isAdding == write.isAdding }.prefix(Self.largestCount - 1)
        waiting.removeAll { candidate in taken.contains { $0 === candidate } }
        return [write] + taken
    }

    /// Lets those go whose writes are done, and another one lead.
    func end(_ writes: [PendingWrite]) {
        unsafe pthread_mutex_lock(mutex)
        for write in writes { write.isDone = true }
        isLed = false
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }
}
