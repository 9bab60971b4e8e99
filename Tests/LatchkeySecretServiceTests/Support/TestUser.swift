// A user who answers when the test says so.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import Synchronization

@testable import LatchkeySecretService

final class TestUser: ServiceAsking {
    private struct Question {
        let question: ServiceQuestion
        let attempt: @Sendable (ServiceAnswer) throws(KeychainError) -> Void
        let completion: @Sendable (ServiceAnswer) -> Void
    }

    private struct State {
        var open: [UInt64: Question] = [:]
        var count: UInt64 = 0
        var subjects: [ServiceQuestion.Subject] = []
    }

    private let state = Mutex(State())

    func ask(
        _ question: ServiceQuestion, attempt: @escaping @Sendable (ServiceAnswer) throws(KeychainError) -> Void,
        completion: @escaping @Sendable (ServiceAnswer) -> Void
    ) -> UInt64 {
        state.withLock { state in
            state.count += 1
            state.subjects.append(question.subject)
            state.open[state.count] = Question(question: question, attempt: attempt, completion: completion)
            return state.count
        }
    }

    func withdraw(_ number: UInt64) {
        state.withLock { $0.open.removeValue(forKey: number) }?.completion(.dismissed)
    }

    var openCount: Int { state.withLock { $0.open.count } }
    /// Of all questions that were asked.
    var subjects: [ServiceQuestion.Subject] { state.withLock { $0.subjects } }

    /// Answers the question that is open for longest.
    /// - Returns: false if the password was wrong, and the question is still open.
    @discardableResult func say(_ answer: ServiceAnswer) -> Bool {
        guard let (number, question) = state.withLock({ $0.open.min { $0.key < $1.key } }) else { return false }
        switch answer {
        case .dismissed, .unavailable, .never: break
        case .confirmed, .newPassword, .always:
            do throws(KeychainError) { try question.attempt(answer) } catch {
                if error.code == .authFailed { return false }
                state.withLock { $0.open[number] = nil }
                question.completion(.dismissed)
                return true
            }
        }
        state.withLock { $0.open[number] = nil }
        question.completion(answer)
        return true
    }
}
