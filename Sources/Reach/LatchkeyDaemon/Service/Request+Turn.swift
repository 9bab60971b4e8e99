// Which requests need a turn: what a call may wait for, or what takes it long.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyWire

/// What a request has a turn at. Whoever has a turn is no worker meanwhile: those are for requests that neither wait nor take long.
enum Turn: CaseIterable, Sendable {
    /// It waits for the writes of other threads, which it may share a transaction with, and of other processes.
    case writing
    /// The same with a long request, of which each is in memory several times.
    case writingLong
    /// It derives keys from passwords, and waits for whoever tries one.
    case deriving
    /// It looks for large primes.
    case computing
}

extension Request {
    /// The turn that the request needs, or nil for one that a worker answers.
    /// - Parameter isLong: whether its frame is long.
    func turn(isLong: Bool) -> Turn? {
        let turn = turn
        return turn == .writing && isLong ? .writingLong : turn
    }

    private var turn: Turn? {
        guard !takesLong else { return .computing }
        switch self {
        case .copy(let query): return query.authentication.applicationPassword == nil ? nil : .deriving
        case .copyIdentities(let query): return query.key.authentication.applicationPassword == nil ? nil : .deriving
        case .useKey(let use): return use.authentication.applicationPassword == nil ? nil : .deriving
        case .add(let addition): return .writing(under: addition.authentication)
        case .update(let query, _): return .writing(under: query.authentication)
        case .updateIdentities(let query, _): return .writing(under: query.key.authentication)
        case .addIdentity(let addition): return .writing(under: addition.key.authentication)
        case .addKeyPair(let half, _): return .writing(under: half.authentication)
        case .makeKey(let pair): return .writing(under: pair.privateHalf.authentication)
        // An examination may set rows aside.
        case .delete, .deleteIdentities, .deleteIdentity, .destroy, .lock, .set, .examine, .restoreRow, .discardRow:
            return .writing
        case .create, .unlock, .changePassword, .setAccessList: return .deriving
        case .sealedData, .accessList, .status, .quarantinedRow, .identity, .introduction, .nextQuestion,
            .isQuestionOpen, .answerQuestion, .presence, .evaluate, .endContext:
            return nil
        }
    }
}

extension Turn {
    /// The turn of a write, which derives keys where the program gives a password of its own.
    fileprivate static func writing(under authentication: Authentication) -> Turn {
        authentication.applicationPassword == nil ? .writing : .deriving
    }
}
