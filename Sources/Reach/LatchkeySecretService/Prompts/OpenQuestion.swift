// A question that the user has in front of them, and who waits for the answer.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import Synchronization

/// What is asked. Several clients that want the same wait for one question.
enum QuestionKey: Hashable {
    case unlock(KeychainName)
    /// Items of one owner for one program.
    case permit(PermitKey)
    /// What one prompt alone wants.
    case ofPrompt(ServicePrompt.Path)
    /// What one call alone wants.
    case ofCall(UInt64)
}

struct PermitKey: Hashable {
    let program: String
    let group: AccessGroup
    let reason: BusQuestionReason
    let items: [ItemKey]
}

/// An item among all collections.
struct ItemKey: Hashable {
    let collection: KeychainName
    let number: Int64
}

enum QuestionWaiter: Hashable {
    case prompt(ServicePrompt.Path)
    case call(UInt64)
}

struct OpenQuestion {
    let key: QuestionKey
    /// By which the answer comes back.
    let ticket: Int
    /// By which whoever asks knows it.
    var number: UInt64 = 0
    var waiters: [QuestionWaiter]
    let subject: ServiceQuestion.Subject
    let principal: BusPrincipal
    let attempt: QuestionAttempt
    /// Whether it stays open when nobody waits any more: what the user says then counts for the next time.
    let outlivesWaiters: Bool
}

/// What other threads have done for the thread of the bus.
final class ServiceMailbox: Sendable {
    enum Letter: Sendable {
        case answer(ticket: Int, ServiceAnswer)
        case done(ticket: Int, KeychainError?)
        /// A keychain is gone, whether its client is still there or not.
        case deleted(KeychainName)
    }

    private let letters = Mutex<[Letter]>([])
    private let waker: @Sendable () -> Void

    init(waker: @escaping @Sendable () -> Void) { self.waker = waker }

    func put(_ letter: Letter) {
        letters.withLock { $0.append(letter) }
        waker()
    }

    func takeAll() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
