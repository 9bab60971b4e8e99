// Asks the user for the clients of one session's bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeySecretService
import Synchronization

/// The questions of one user's bus. They wait in the line of the user, with those that come over the daemon's socket.
package final class BusQuestions: ServiceAsking {
    private let user: UInt32
    private let questions: Questions
    private let log: DaemonLog
    private let wake: @Sendable () -> Void
    private struct State {
        var open: [UInt64: BusQuestion] = [:]
        var hasEnded = false
    }
    private let state = Mutex(State())

    /// - Parameter wake: tells the loop that calls ``Questions/expire()`` that the next deadline may be another one.
    package init(user: UInt32, questions: Questions, log: DaemonLog, wake: @escaping @Sendable () -> Void) {
        self.user = user
        self.questions = questions
        self.log = log
        self.wake = wake
    }

    /// Those of a user of a daemon.
    package convenience init(user: UInt32, of server: DaemonServer) {
        self.init(user: user, questions: server.questions, log: server.log) { server.wake() }
    }

    package func ask(
        _ question: ServiceQuestion,
        attempt: @escaping ServiceAttempt,
        completion: @escaping @Sendable (ServiceAnswer) -> Void
    ) -> UInt64 {
        let number = questions.nextOfBus()
        let work = BusQuestion.Work(attempt: attempt) { [weak self] answer in
            self?.state.withLock { $0.open[number] = nil }
            completion(answer)
        }
        let waiting = BusQuestion(question, number: number, user: user, log: log, wake: wake, work: work)
        let isOpen = state.withLock { state in
            if !state.hasEnded { state.open[number] = waiting }
            return !state.hasEnded
        }
        guard isOpen else {
            waiting.complete(.unavailable)
            return number
        }
        questions.post(waiting)
        // It may have ended before the question was in the line.
        if state.withLock({ $0.hasEnded }) { withdraw(waiting, .unavailable) }
        return number
    }

    package func withdraw(_ number: UInt64) {
        guard let waiting = state.withLock({ $0.open[number] }) else { return }
        withdraw(waiting, .dismissed)
    }

    /// The bus or the daemon ends: nobody is asked any more.
    package func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            return Array(state.open.values)
        }
        for question in waiting { withdraw(question, .unavailable) }
    }

    private func withdraw(_ question: BusQuestion, _ answer: ServiceAnswer) {
        questions.left(question.number, of: user)
        question.complete(answer)
        wake()
    }
}
