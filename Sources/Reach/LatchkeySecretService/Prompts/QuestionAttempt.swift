// What is done with the user's answer, on another thread than the bus's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import Synchronization

/// One try may fail for a wrong password, and another one succeed.
final class QuestionAttempt: Sendable {
    enum Work: Sendable {
        case unlock(any KeychainHandling)
        case create(any KeychainHandling, label: String)
        case delete(any KeychainHandling, hasPassword: Bool)
        case changePassword(any KeychainHandling, hasPassword: Bool)
        /// Nothing but a look at the password of the keychain, if it has one.
        case agree((any KeychainHandling)?)
    }

    private let work: Work
    private let done = Mutex(false)

    init(_ work: Work) { self.work = work }

    /// Whether the user must give the password of a keychain to agree.
    var needsPassword: Bool { if case .agree(.some) = work { true } else { false } }

    var isDone: Bool { done.withLock { $0 } }

    /// - Throws: `.authFailed` for a wrong password.
    func callAsFunction(_ answer: ServiceAnswer) throws(KeychainError) {
        guard let (old, new) = answer.passwords else { return }
        switch work {
        case .unlock(let keychain): try keychain.unlock(with: new)
        case .create(let keychain, let label): try keychain.create(label: label, password: new)
        case .delete(let keychain, let hasPassword): try keychain.destroy(provenBy: new, hasPassword: hasPassword)
        case .changePassword(let keychain, let hasPassword):
            try keychain.changePassword(from: hasPassword ? old : nil, to: new)
        case .agree(let keychain): try keychain?.prove(new)
        }
        done.withLock { $0 = true }
    }
}

extension ServiceAnswer {
    /// The old password, if it is one for a change, and the one that was typed; nil if the user has refused.
    fileprivate var passwords: (old: ItemSecret?, new: ItemSecret?)? {
        switch self {
        case .dismissed, .unavailable, .never: nil
        case .confirmed(let password), .always(let password): (nil, password)
        case .newPassword(let old, let new): (old, new)
        }
    }
}
