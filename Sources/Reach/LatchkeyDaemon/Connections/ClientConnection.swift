// One client of the daemon: what has arrived of its frame, and what is still to be sent to it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire
import Synchronization

/// Used by the loop, and by one worker while that works on its request. The socket is closed when nobody has it any
/// more.
final class ClientConnection: Sendable {
    let descriptor: CInt
    let token: UInt64
    let peer: PeerProcess
    /// The last exec of the process when the connection was accepted, if that is known.
    let execution: UInt64?
    let state: Mutex<State>

    /// What is known under the lock. One request at a time: while one is worked on, or its answer is going out, nothing
    /// is read.
    struct State: ~Copyable {
        var greeting: [UInt8] = []
        var known: Result<RequestHandler.Known, KeychainError>?
        /// A half frame, its header first.
        var frame: SecretBytes?
        var received = 0
        /// Bytes of the whole frame, once its header is there.
        var expected: Int?
        /// Bytes that the ledger counts for the frame until its request is done, then for the answer until that is
        /// sent.
        var counted = 0
        /// True if the frame waits until the ledger has room.
        var isPaused = false
        var isBusy = false
        /// True if its request waits for the user, or its agent for a question.
        var isParked = false
        var answer: WireFrame?
        var sent = 0
        var closesAfterAnswer = false
        var isClosed = false
        /// When what is under way must be over, in milliseconds of the monotonic clock.
        var deadline: UInt64?
        /// When the last request was answered.
        var idleSince: UInt64
    }

    init(descriptor: CInt, token: UInt64, peer: PeerProcess, execution: UInt64?, now: UInt64, deadline: UInt64) {
        self.execution = execution
        self.descriptor = descriptor
        self.token = token
        self.peer = peer
        state = Mutex(State(deadline: deadline, idleSince: now))
    }

    deinit { close(descriptor) }
}

extension ClientConnection.State {
    /// True if nothing is under way.
    var isIdle: Bool { known != nil && !isBusy && answer == nil && frame == nil }
}
