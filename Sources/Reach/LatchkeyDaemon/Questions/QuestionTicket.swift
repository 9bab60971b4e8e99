// What waits for the user, or for a question to ask.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

enum QuestionTicket: Sendable {
    /// A program's call over the daemon's socket.
    case call(WaitingCall)
    /// A prompt of a client of the Secret Service.
    case bus(BusQuestion)
    /// An agent's call, with what answers it.
    case agent(@Sendable (Result<PermissionQuestion?, KeychainError>) -> Void)
}

/// The connection of an agent.
package struct QuestionAgent: Hashable, Sendable {
    package let user: UInt32
    package let connection: UInt64

    package init(user: UInt32, connection: UInt64) {
        self.user = user
        self.connection = connection
    }

    init(_ client: ClientConnection) { self.init(user: client.peer.userID, connection: client.token) }
}
