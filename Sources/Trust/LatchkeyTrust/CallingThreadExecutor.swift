// Runs asynchronous code on the thread that waits for it.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The keychain's calls are synchronous, and may come from a thread of the cooperative pool. Nothing is handed to that
/// pool, so that all its threads may wait here at once.
final class CallingThreadExecutor: TaskExecutor {
    private enum Step { case job(UnownedJob), stop }

    private let steps = Mutex<[Step]>([])
    /// Signalled once for each step.
    private let arrivals = DispatchSemaphore(value: 0)

    private init() {}

    /// The value of `body`, every part of which runs on this thread.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let executor = CallingThreadExecutor()
        let outcome = Outcome<Value>()
        Task.detached(executorPreference: executor) {
            outcome.set(await body())
            executor.append(.stop)
        }
        executor.runSteps()
        return outcome.value
    }

    func enqueue(_ job: consuming ExecutorJob) { append(.job(UnownedJob(job))) }

    private func append(_ step: Step) {
        steps.withLock { $0.append(step) }
        arrivals.signal()
    }

    private func runSteps() {
        while true {
            arrivals.wait()
            switch steps.withLock({ $0.removeFirst() }) {
            case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            case .stop: return
            }
        }
    }
}

/// Where the value waits until its task has ended.
private final class Outcome<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    func set(_ value: Value) { stored.withLock { $0 = value } }

    var value: Value {
        guard let value = stored.withLock({ $0 }) else {
            preconditionFailure("the task stops the executor when it has a value")
        }
        return value
    }
}
