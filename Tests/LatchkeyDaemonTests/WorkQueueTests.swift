// The workers of the daemon: what they hold, and for whom they work at once.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LatchkeyDaemon
import LatchkeyTestSupport
import Synchronization
import Testing

/// Set once, from any thread.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// What a job holds, as one holds the bytes of its request.
final class Burden: Sendable {
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

/// Jobs that are under way, and the most that there were.
private final class Watch: Sendable {
    private struct State {
        var counts: [UInt32: Int] = [:]
        var (done, most, mostOfUser) = (0, 0, 0)
    }
    private let state = Mutex(State())

    var done: Int { state.withLock { $0.done } }
    var most: Int { state.withLock { $0.most } }
    var mostOfUser: Int { state.withLock { $0.mostOfUser } }

    func enter(_ user: UInt32) {
        state.withLock { state in
            state.counts[user, default: 0] += 1
            state.most = max(state.most, state.counts.values.reduce(0, +))
            state.mostOfUser = max(state.mostOfUser, state.counts[user, default: 0])
        }
    }

    func leave(_ user: UInt32) {
        state.withLock { state in
            state.counts[user, default: 0] -= 1
            state.done += 1
        }
    }
}

@Suite struct WorkQueueTests {
    @Test func `workers that are all at the same jobs while others wait are stuck, until one is done`() throws {
        var limits = DaemonLimits()
        limits.workers = .ofOneUser(2)
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
        limits.workers = .ofOneUser(1)
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

    @Test func `two users who have all workers keep nobody waiting`() {
        let queue = WorkQueue(limits: DaemonLimits())
        let running = Running()
        for process: Int32 in 1...8 {
            for _ in 0..<3 { queue.add({ running.hold(process) }, of: process, user: process < 5 ? 1 : 2) }
        }
        #expect(queue.start())
        for _ in 0..<2000 where running.all.values.reduce(0, +) < 8 { usleep(5000) }
        for user: UInt32 in 3...12 {
            let hasCome = DispatchSemaphore(value: 0)
            queue.add({ hasCome.signal() }, of: Int32(user) + 10, user: user)
            #expect(hasCome.wait(timeout: .now() + 10) == .success)
        }
        running.release(24)
        queue.finish()
        #expect(running.all.values.reduce(0, +) == 24)
    }

    @Test func `who waits for something is no worker, and goes on without waiting for one`() {
        let queue = WorkQueue(limits: DaemonLimits())
        let (running, waiting) = (Running(), Running())
        #expect(queue.start())
        for _ in 0..<10 {
            queue.add(
                {
                    queue.stepAside(of: 1, user: 1)
                    waiting.hold(1)
                    queue.stepBack(of: 1, user: 1)
                }, of: 1, user: 1)
        }
        for _ in 0..<2000 where waiting.all[1] != 10 { usleep(5000) }
        #expect(waiting.all[1] == 10)
        for _ in 0..<4 { queue.add({ running.hold(1) }, of: 1, user: 1) }
        for _ in 0..<2000 where running.all[1] != 3 { usleep(5000) }
        // Three of a process, and not one more.
        usleep(100_000)
        #expect(running.all[1] == 3)
        waiting.release(10)
        running.release(4)
        queue.finish()
        #expect(running.all[1] == 4)
    }

    @Test func `threads that were needed for a while end, and the others do what comes`() {
        let queue = WorkQueue(limits: DaemonLimits())
        let running = Running()
        #expect(queue.start())
        for process: Int32 in 1...20 { queue.add({ running.hold(process) }, of: process, user: UInt32(process)) }
        for _ in 0..<2000 where running.all.count < 20 { usleep(5000) }
        #expect(running.all.count == 20 && queue.threadCount >= 20)
        running.release(20)
        for _ in 0..<2000 where queue.threadCount > 8 { usleep(5000) }
        #expect(queue.threadCount == 8)
        let hasCome = DispatchSemaphore(value: 0)
        for process: Int32 in 1...50 { queue.add({ hasCome.signal() }, of: process, user: UInt32(process)) }
        for _ in 1...50 { #expect(hasCome.wait(timeout: .now() + 10) == .success) }
        queue.finish()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `whatever comes, each job is done once, and no user has more workers than may be`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var limits = DaemonLimits()
        limits.workers = Shares(ofUser: 3, all: 4, own: 1, most: 6)
        let queue = WorkQueue(limits: limits)
        let watch = Watch()
        #expect(queue.start())
        for number in 0..<400 {
            let user = UInt32.random(in: 1...8, using: &random)
            let process = Int32(user) * 10 + Int32.random(in: 0...2, using: &random)
            let (time, waits) = (UInt32.random(in: 0...300, using: &random), number % 5 == 0)
            queue.add(
                {
                    watch.enter(user)
                    usleep(time)
                    watch.leave(user)
                    guard waits else { return }
                    queue.stepAside(of: process, user: user)
                    usleep(time)
                    queue.stepBack(of: process, user: user)
                }, of: process, user: user)
        }
        queue.finish()
        #expect(watch.done == 400 && watch.mostOfUser <= 3 && watch.most <= 6)
    }
}
