// The turn of a request that a worker answers.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

/// From the moment that a request asks for its turn until it is answered. While its process is looked at, the thread is
/// a worker with a turn that can be taken back. From ``begin()`` on it has the turn for good, and is no worker.
struct RequestTurn {
    /// What there is a turn at, and the turn.
    struct Given: Sendable {
        let place: Turn
        let held: HeldTurn
        /// Milliseconds that the call had before the turn could be taken back.
        let patience: UInt64
    }

    private let server: DaemonServer
    private let peer: PeerProcess
    private let isLong: Bool
    private var given: Given?
    private var isWorking = false
    /// What the request has to wait for.
    private(set) var missed: Turn?
    /// For the turn that it waits for.
    private(set) var patience = HeldTurn.firstPatience

    /// - Parameter given: the turn that the request has waited for.
    init(of request: RequestBox, from peer: PeerProcess, in server: DaemonServer, given: Given?) {
        self.server = server
        self.peer = peer
        self.given = given
        isLong = request.header.count > server.limits.smallFrame
    }

    /// Asks for the turn that the request needs, if it needs one.
    /// - Returns: false if the request has to wait for it.
    mutating func take(for request: Request) -> Bool {
        guard given == nil, let place = request.turn(isLong: isLong) else { return true }
        guard let held = server.turns(at: place).take(for: peer.userID) else {
            missed = place
            return false
        }
        given = Given(place: place, held: held, patience: patience)
        return true
    }

    /// The process has been looked at, and the call begins.
    /// - Returns: false if the turn was taken back and the request has to wait for another, for which it has twice the
    ///   time.
    /// - Throws: `.notAvailable` if it has had the longest time already.
    mutating func begin() throws(KeychainError) -> Bool {
        guard let given else { return true }
        if !given.held.begin() {
            patience = given.patience * 2
            guard patience <= HeldTurn.mostPatience else { throw Self.tooLongALook }
            guard let held = server.turns(at: given.place).take(for: peer.userID, patience: patience), held.begin()
            else {
                missed = given.place
                return false
            }
            self.given = Given(place: given.place, held: held, patience: patience)
        }
        server.queue.stepAside(of: peer.processID, user: peer.userID)
        isWorking = true
        return true
    }

    private static let tooLongALook = KeychainError(
        .notAvailable, during: "looking at the calling program",
        hint: "its files are where reading takes too long, while other requests of the user wait; try again later")

    /// The request is answered, or waits.
    func end() {
        guard let given else { return }
        server.turns(at: given.place).give(back: given.held)
        if isWorking { server.queue.stepBack(of: peer.processID, user: peer.userID) }
    }
}
