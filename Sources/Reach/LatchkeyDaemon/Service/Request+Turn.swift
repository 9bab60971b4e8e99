// Which requests need a turn: what a call may wait for, or what takes it long.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyWire

/// What a request has a turn at. Whoever has a turn is no worker meanwhile: those are for requests that neither wait
/// nor take long.
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
        switch traits.authentication {
        case .password: return .deriving
        case .proofs where derivesKeys: return .deriving
        case .proofs, .identityAlone: return traits.effect == .reads ? nil : .writing
        }
    }

    /// Whether the program gives a password of its own, which items are opened or sealed with.
    private var derivesKeys: Bool { traits.touches == .items && authentication?.applicationPassword != nil }
}
