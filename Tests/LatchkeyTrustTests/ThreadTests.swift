// Evaluations on many threads, and on threads that the runtime needs.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LatchkeyModel
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct ThreadTests {
    @Test func `eight threads evaluate at once`() throws {
        let threads = (0..<8).map { _ in
            startThread {
                try (0..<25).map { round in
                    try evaluate(round.isMultiple(of: 2) ? "server" : "of-foreign-root").isTrusted
                }
            }
        }
        let expected = (0..<25).map { $0.isMultiple(of: 2) }
        for thread in threads { #expect(try thread.wait() == expected) }
    }

    /// In a process of its own: other tests need the pool.
    @Test func `an evaluation needs no thread of the cooperative pool`() async {
        await #expect(processExitsWith: .success) {
            let pool = ProcessInfo.processInfo.activeProcessorCount
            let blocked = DispatchSemaphore(value: 0)
            let release = DispatchSemaphore(value: 0)
            // More than there are threads: whatever was queued behind them would wait for ever.
            for _ in 0..<pool * 4 {
                Task.detached {
                    blocked.signal()
                    blockThread(on: release)
                }
            }
            // This body may be on the last thread of the pool itself, and blocks it below.
            for _ in 0..<pool - 1 { blockThread(on: blocked) }
            _ = waitASecond(for: blocked)
            let result = startThread { try evaluate("server") }
            let trusted = try result.wait().isTrusted
            exit(trusted ? 0 : 1)
        }
    }

    @Test func `every thread of the pool may evaluate at once`() async throws {
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 {
                group.addTask { try evaluate("server").isTrusted }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count >= 4 && results.allSatisfy { $0 })
    }

    @Test @MainActor func `an actor may evaluate in the middle of its work`() async throws {
        #expect(try evaluate("server") == .trusted)
        await Task.yield()
        #expect(try evaluate("server") == .trusted)
    }
}

/// Blocks as synchronous code does that knows nothing of tasks.
private func blockThread(on semaphore: DispatchSemaphore) { semaphore.wait() }

private func waitASecond(for semaphore: DispatchSemaphore) -> DispatchTimeoutResult {
    semaphore.wait(timeout: .now() + 1)
}
