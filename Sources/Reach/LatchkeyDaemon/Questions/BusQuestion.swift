// A prompt of a client of the Secret Service, while it waits for the user.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecretService
import Synchronization

final class BusQuestion: Sendable {
    /// What is done with an answer.
    struct Work: Sendable {
        let attempt: ServiceAttempt
        let completion: @Sendable (ServiceAnswer) -> Void
    }

    /// Which the desk takes for a connection.
    let number: UInt64
    let user: UInt32
    let asked: ServiceQuestion
    let log: DaemonLog
    /// Tells the loop that the desk has another deadline.
    let wake: @Sendable () -> Void
    /// When it began to wait.
    let since = monotonicMilliseconds()
    /// Wrong passwords that were given for it.
    let wrongPasswords = Atomic<Int>(0)
    /// Nil once it is over.
    private let work: Mutex<Work?>

    init(
        _ asked: ServiceQuestion, number: UInt64, user: UInt32, log: DaemonLog, wake: @escaping @Sendable () -> Void,
        work: Work
    ) {
        self.asked = asked
        self.number = number
        self.user = user
        self.log = log
        self.wake = wake
        self.work = Mutex(work)
    }

    /// Does what the user said.
    /// - Throws: `.itemNotFound` if the question is over, and what the attempt throws.
    func attempt(_ answer: ServiceAnswer) throws(KeychainError) {
        guard let work = work.withLock({ $0 }) else { throw .questionIsOver }
        try work.attempt(answer)
    }

    /// Tells whoever asked. What comes after the first time is not told.
    func complete(_ answer: ServiceAnswer) {
        let ended = work.withLock { work in
            defer { work = nil }
            return work
        }
        ended?.completion(answer)
    }
}
