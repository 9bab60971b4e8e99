// The workers of the daemon: what they hold, and for whom they work at once.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import KeychainDaemon
import Synchronization
import Testing

/// Set once, from any thread.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// What a job holds, as one holds the bytes of its request.
private final class Burden: Sendable {
    private let isGone: Flag
    init(_ isGone: Flag) { self.isGone = isGone }
    deinit { isGone.set() }
}

/// Jobs that are under way, by process.
private final class Running: Sendable {
    private let counts = Mutex<[Int32: Int]>([:])
    private let gate = DispatchSemaphore(value: 0)

    var all: [Int32: Int] { counts.withLock { $0 } }
    func hold(_ process: Int32) {
        counts.withLock { $0[process, default: 0] += 1 }
        gate.wait()
    }
    func release(_ count: Int) { for _ in 0..<count { gate.signal() } }
}

@Suite struct WorkQueueTests {
    @Test func `workers that are all at the same jobs while others wait are stuck, until one is done`() throws {
        var limits = DaemonLimits()
        limits.workers = 2
        limits.workersOfUser = 2
        let queue = WorkQueue(limits: limits)
        let running = Running()
        #expect(queue.start())
        for process: Int32 in 1...2 { queue.add({ running.hold(process) }, of: process, user: 1) }
        while running.all.count < 2 { usleep(1000) }
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1000
        #expect(!queue.isStuck(for: 60_000, at: now + 70_000))
        queue.add({ running.hold(3) }, of: 3, user: 1)
        #expect(!queue.isStuck(for: 60_000, at: now + 50_000))
        #expect(queue.isStuck(for: 60_000, at: now + 70_000))
        running.release(1)
        while running.all[3] == nil { usleep(1000) }
        #expect(!queue.isStuck(for: 60_000, at: now + 70_000))
        running.release(2)
        queue.finish()
    }

    @Test func `a job that is done is let go of while its process has more waiting`() {
        var limits = DaemonLimits()
        limits.workers = 1
        let queue = WorkQueue(limits: limits)
        let (isGone, wasGone) = (Flag(), Flag())
        func addJob(holding burden: Burden) { queue.add({ withExtendedLifetime(burden) {} }, of: 1, user: 1) }
        addJob(holding: Burden(isGone))
        queue.add({ if isGone.isSet { wasGone.set() } }, of: 1, user: 1)
        queue.add({}, of: 1, user: 1)
        #expect(queue.start())
        queue.finish()
        #expect(wasGone.isSet)
    }

    @Test func `neither one process nor one user has all workers, whoever comes first`() {
        let queue = WorkQueue(limits: DaemonLimits())
        let running = Running()
        for process: Int32 in 1...3 {
            for _ in 0..<8 { queue.add({ running.hold(process) }, of: process, user: 1) }
        }
        #expect(queue.start())
        for _ in 0..<2000 where running.all.values.reduce(0, +) < 6 { usleep(5000) }
        usleep(100_000)
        #expect(running.all.values.reduce(0, +) == 6 && running.all.values.allSatisfy { $0 <= 3 })
        let hasCome = DispatchSemaphore(value: 0)
        queue.add({ hasCome.signal() }, of: 4, user: 2)
        #expect(hasCome.wait(timeout: .now() + 10) == .success)
        running.release(24)
        queue.finish()
        #expect(running.all.values.reduce(0, +) == 24)
    }
}
