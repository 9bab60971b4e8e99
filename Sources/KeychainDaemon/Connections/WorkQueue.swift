// The requests that wait for a worker, and the workers.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Processes take turns, whatever each has waiting; neither a process nor, where there may be several, a user has all workers.
@safe
package final class WorkQueue: @unchecked Sendable {  // everything that changes is used under `mutex`
    package typealias Job = @Sendable () -> Void

    private struct Lane {
        let user: UInt32
        var jobs: [Job] = []
    }

    private let limits: DaemonLimits
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var lanes: [Int32: Lane] = [:]
    /// Processes with something waiting, the next one first.
    private var turns: [Int32] = []
    private var runningOfUser: [UInt32: Int] = [:]
    private var runningOfProcess: [Int32: Int] = [:]
    private var isClosed = false
    /// Jobs that no worker has taken, and workers that have none.
    private var (waiting, idle) = (0, 0)
    private var threads: [pthread_t] = []

    package init(limits: DaemonLimits) {
        self.limits = limits
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

    /// Starts one worker. The others start when there is something for them: most daemons never have work for all.
    /// - Returns: false where the kernel gives no thread.
    package func start() -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        repeat { startWorker() } while waiting > threads.count && threads.count < limits.workers
        return !threads.isEmpty
    }

    /// Called under `mutex`. Where the kernel gives no thread, those that are there do the work.
    private func startWorker() {
        if let thread = startThread({ [self] in work() }) { threads.append(thread) }
    }

    /// A job of a process waits for its turn.
    package func add(_ job: @escaping Job, of process: Int32, user: UInt32) {
        unsafe pthread_mutex_lock(mutex)
        if lanes[process] == nil {
            lanes[process] = Lane(user: user)
            turns.append(process)
        }
        lanes[process]?.jobs.append(job)
        waiting += 1
        if waiting > idle, !threads.isEmpty, threads.count < limits.workers { startWorker() }
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// True where a job waits for a worker.
    var hasWaiting: Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return !turns.isEmpty
    }

    /// Takes no more jobs, and waits until those that are there are done.
    package func finish() {
        unsafe pthread_mutex_lock(mutex)
        isClosed = true
        unsafe pthread_cond_broadcast(condition)
        let workers = threads
        threads = []
        unsafe pthread_mutex_unlock(mutex)
        for thread in workers { pthread_join(thread, nil) }
    }

    private func work() {
        unsafe pthread_mutex_lock(mutex)
        while true {
            guard let (job, process, user) = takeNext() else {
                if isClosed, turns.isEmpty { break }
                idle += 1
                unsafe pthread_cond_wait(condition, mutex)
                idle -= 1
                continue
            }
            unsafe pthread_mutex_unlock(mutex)
            job()
            unsafe pthread_mutex_lock(mutex)
            Self.count(-1, of: user, in: &runningOfUser)
            Self.count(-1, of: process, in: &runningOfProcess)
            // A user or a process that was at its limit may have more waiting.
            if !turns.isEmpty { unsafe pthread_cond_signal(condition) }
        }
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// The next job, in the turn of its process; called under `mutex`.
    private func takeNext() -> (Job, Int32, UInt32)? {
        for index in turns.indices {
            let process = turns[index]
            guard let user = lanes[process]?.user, runningOfUser[user, default: 0] < limits.workersOfUser,
                runningOfProcess[process, default: 0] < limits.workersOfProcess,
                // Out of the lane: a job holds the bytes of its request and its connection, and is not to outlive them there.
                let job = lanes[process]?.jobs.removeFirst()
            else { continue }
            waiting -= 1
            turns.remove(at: index)
            if lanes[process]?.jobs.isEmpty == true { lanes[process] = nil } else { turns.append(process) }
            Self.count(1, of: user, in: &runningOfUser)
            Self.count(1, of: process, in: &runningOfProcess)
            return (job, process, user)
        }
        return nil
    }

    private static func count<Key: Hashable>(_ change: Int, of key: Key, in counts: inout [Key: Int]) {
        let count = counts[key, default: 0] + change
        counts[key] = count > 0 ? count : nil
    }
}

/// Starts a thread with a stack that certificates with long chains fit in.
/// - Returns: nil where the kernel gives none.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 4 << 20)
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
        &thread, &attributes,
        { box in
            guard let box = unsafe box else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        unsafe box.release()
        return nil
    }
    return thread
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
