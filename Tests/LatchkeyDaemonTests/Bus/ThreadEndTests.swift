// Nobody waits for ever for a thread.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyDaemon
import Synchronization
import Testing

@Suite struct ThreadEndTests {
    private final class Work: Sendable {
        let mayEnd = Atomic<Bool>(false)
        let hasEnded = Atomic<Bool>(false)
    }

    private func thread(_ work: Work) throws -> pthread_t {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(work)
        let status = unsafe pthread_create(
            &thread, nil,
            { box in
                guard let box = unsafe box else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue()
                while !work.mayEnd.load(ordering: .acquiring) { sched_yield() }
                work.hasEnded.store(true, ordering: .releasing)
                return nil
            }, box.toOpaque())
        try #require(status == 0)
        return thread
    }

    @Test func `a thread that does not end is left, and one that has ended is joined`() throws {
        let (stuck, done) = (Work(), Work())
        let threads = try (thread(stuck), thread(done))
        done.mayEnd.store(true, ordering: .releasing)
        #expect(ThreadEnd.wait(for: threads.1, until: .max) { done.hasEnded.load(ordering: .acquiring) })
        #expect(!ThreadEnd.wait(for: threads.0, until: 0) { stuck.hasEnded.load(ordering: .acquiring) })
        stuck.mayEnd.store(true, ordering: .releasing)
    }
}
