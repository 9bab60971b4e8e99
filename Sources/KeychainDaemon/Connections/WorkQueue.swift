// The requests that wait for a worker, and the workers.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainModel

/// Processes take turns, whatever each has waiting; neither a process nor, where there may be several, a user has all workers.
package final class WorkQueue: @unchecked Sendable {  // everything that changes is used under `monitor`
    package typealias Job = @Sendable () -> Void

    private struct Lane {
        let user: UInt32
        var jobs: [Job] = []
    }

    private let limits: DaemonLimits
    private let monitor = Monitor()
    private var lanes: [Int32: Lane] = [:]
    /// Processes with something waiting, the next one first.
    private var turns: [Int32] = []
    private var runningOfUser: [UInt32: Int] = [:]
    private var runningOfProcess: [Int32: Int] = [:]
    private var isClosed = false
    /// Jobs that no worker has taken, and workers that have none.
    private var (waiting, idle) = (0, 0)
    private var threads: [pthread_t] = []
    /// When the jobs began that run, by the milliseconds of the monotonic clock.
    private var began: [UInt64] = []

    package init(limits: DaemonLimits) {
        self.limits = limits
    }

    /// Starts one worker. The others start when there is something for them: most daemons never have work for all.
    /// - Returns: false where the kernel gives no thread.
    package func start() -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        while threads.isEmpty || waiting > threads.count && threads.count < limits.workers {
            guard startWorker() else { break }
        }
        return !threads.isEmpty
    }

    /// Called under `monitor`. Where the kernel gives no thread, those that are there do the work.
    private func startWorker() -> Bool {
        guard let thread = startThread({ [self] in work() }) else { return false }
        threads.append(thread)
        return true
    }

    /// A job of a process waits for its turn.
    package func add(_ job: @escaping Job, of process: Int32, user: UInt32) {
        monitor.lock()
        if lanes[process] == nil {
            lanes[process] = Lane(user: user)
            turns.append(process)
        }
        lanes[process]?.jobs.append(job)
        waiting += 1
        if waiting > idle, !threads.isEmpty, threads.count < limits.workers { _ = startWorker() }
        monitor.wakeOne()
        monitor.unlock()
    }

    /// Whether every worker has been at the same job for so many milliseconds, while others wait: then the kernel keeps them, as with the
    /// memory of a process that waits for a file system of a person's own.
    package func isStuck(for time: UInt64, at now: UInt64) -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return waiting > 0 && began.count >= limits.workers && began.allSatisfy { now >= $0 + time }
    }

    /// True where a job waits for a worker.
    var hasWaiting: Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return !turns.isEmpty
    }

    /// Takes no more jobs, and waits until those that are there are done.
    package func finish() {
        monitor.lock()
        isClosed = true
        monitor.wakeAll()
        let workers = threads
        threads = []
        monitor.unlock()
        for thread in workers { pthread_join(thread, nil) }
    }

    private func work() {
        monitor.lock()
        while true {
            guard let (job, process, user) = takeNext() else {
                if isClosed, turns.isEmpty { break }
                idle += 1
                monitor.wait()
                idle -= 1
                continue
            }
            let start = monotonicMilliseconds()
            began.append(start)
            monitor.unlock()
            job()
            monitor.lock()
            if let index = began.firstIndex(of: start) { began.remove(at: index) }
            Self.count(-1, of: user, in: &runningOfUser)
            Self.count(-1, of: process, in: &runningOfProcess)
            // A user or a process that was at its limit may have more waiting.
            if !turns.isEmpty { monitor.wakeOne() }
        }
        monitor.wakeAll()
        monitor.unlock()
    }

    /// The next job, in the turn of its process; called under `monitor`.
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
