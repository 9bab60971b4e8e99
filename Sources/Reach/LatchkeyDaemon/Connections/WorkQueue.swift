// The requests that wait for a worker, and the workers.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

/// Processes take turns, whatever each has waiting; neither a process nor, if there may be several, a user has all
/// workers, and a user who has none gets one more.
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
    /// The workers that each user has. A thread whose job has stepped aside is none.
    private var running: Holdings
    private var runningOfProcess: [Int32: Int] = [:]
    private var isClosed = false
    /// Threads that have no job, how many of them have been called and have not woken up yet, and new ones that do not
    /// run yet.
    private var (idle, called, starting) = (0, 0, 0)
    private var threads: [pthread_t] = []
    /// When the jobs of workers began, by the milliseconds of the monotonic clock.
    private var began: [pthread_t: UInt64] = [:]

    package init(limits: DaemonLimits) {
        self.limits = limits
        running = Holdings(of: limits.workers)
    }

    /// Starts one thread. The others start when there is something for them: most daemons never have work for all.
    /// - Returns: false if the kernel gives no thread.
    package func start() -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return !threads.isEmpty || startWorker()
    }

    /// A job of a process waits for its turn.
    package func add(_ job: @escaping Job, of process: Int32, user: UInt32) {
        monitor.lock()
        if lanes[process] == nil {
            lanes[process] = Lane(user: user)
            turns.append(process)
        }
        lanes[process]?.jobs.append(job)
        if hasRoom(for: process) { callOne() }
        monitor.unlock()
    }

    /// The calling worker's job waits from now on, or takes long: another may take its place. Until
    /// ``stepBack(of:user:)``.
    package func stepAside(of process: Int32, user: UInt32) {
        monitor.lock()
        leave(process, user)
        callOneIfReady()
        monitor.unlock()
    }

    /// The job that has stepped aside goes on. It does not wait for its place, so that nothing that it holds is held
    /// meanwhile: there may be a worker too many, until the first of them is done.
    package func stepBack(of process: Int32, user: UInt32) {
        monitor.lock()
        enter(process, user)
        monitor.unlock()
    }

    /// Whether all workers that there may be have been at the same job for so many milliseconds, while others wait:
    /// then the kernel keeps them, as with the memory of a process that waits for a file system of a user's own.
    package func isStuck(for time: UInt64, at now: UInt64) -> Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return !turns.isEmpty && began.count >= limits.workers.most && began.values.allSatisfy { now >= $0 + time }
    }

    /// True if a job waits for a worker.
    var hasWaiting: Bool {
        monitor.lock()
        defer { monitor.unlock() }
        return !turns.isEmpty
    }

    /// Threads that work or wait for something to do.
    package var threadCount: Int {
        monitor.lock()
        defer { monitor.unlock() }
        return threads.count
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
        starting -= 1
        while true {
            guard let (job, process, user) = takeNext() else {
                if isClosed, turns.isEmpty { break }
                guard waitForCall() else { break }
                continue
            }
            enter(process, user)
            // What has let this one run may let another run, too.
            callOneIfReady()
            monitor.unlock()
            job()
            monitor.lock()
            leave(process, user)
        }
        monitor.wakeAll()
        monitor.unlock()
    }
}

// Called under `monitor`.
extension WorkQueue {
    /// Has one thread more look for a job: one that has none, else a new one. Where the kernel gives none, those that
    /// are there do the work.
    private func callOne() {
        if idle > called {
            called += 1
            monitor.wakeOne()
        } else if !threads.isEmpty, threads.count < limits.threads {
            _ = startWorker()
        }
    }

    /// Has one more look for a job if one waits that may be taken, unless one is on its way to it.
    private func callOneIfReady() {
        if called + starting == 0, turns.contains(where: hasRoom) { callOne() }
    }

    private func startWorker() -> Bool {
        guard let thread = startThread({ [self] in work() }) else { return false }
        threads.append(thread)
        starting += 1
        return true
    }

    /// - Returns: false if the thread is to end: it was one more for a while.
    private func waitForCall() -> Bool {
        guard isClosed || idle < limits.workers.all else {
            let own = pthread_self()
            threads.removeAll { pthread_equal($0, own) != 0 }
            pthread_detach(own)
            return false
        }
        idle += 1
        defer { idle -= 1 }
        repeat { monitor.wait() } while called == 0 && !isClosed
        called = max(0, called - 1)
        return true
    }

    /// The next job, in the turn of its process.
    private func takeNext() -> (Job, Int32, UInt32)? {
        // Out of the lane: a job holds the bytes of its request and its connection, and is not to outlive them there.
        guard let index = turns.firstIndex(where: hasRoom), let user = lanes[turns[index]]?.user,
            let job = lanes[turns[index]]?.jobs.removeFirst()
        else { return nil }
        let process = turns.remove(at: index)
        if lanes[process]?.jobs.isEmpty == true { lanes[process] = nil } else { turns.append(process) }
        return (job, process, user)
    }

    /// Whether a process that has something waiting may have one worker more.
    private func hasRoom(for process: Int32) -> Bool {
        guard let user = lanes[process]?.user, runningOfProcess[process, default: 0] < limits.workersOfProcess else {
            return false
        }
        return running.haveRoom(for: user)
    }

    private func enter(_ process: Int32, _ user: UInt32) {
        running.take(for: user)
        runningOfProcess[process, default: 0] += 1
        began[pthread_self()] = monotonicMilliseconds()
    }

    private func leave(_ process: Int32, _ user: UInt32) {
        running.give(backFor: user)
        let count = runningOfProcess[process, default: 1] - 1
        runningOfProcess[process] = count > 0 ? count : nil
        began[pthread_self()] = nil
    }
}
