// Carries requests to the keychain daemon through its socket.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import KeychainModel
import KeychainWire
import Synchronization

/// One connection for all threads of the process; where that is busy, since a call waits for the person or for the disk, a thread
/// takes another. They are made at the first call, and anew after a fork and where the daemon was started again.
package final class UnixSocketTransport: Sendable {
    private let path: String
    private let lines = (0..<UnixSocketTransport.mostConnections).map { _ in Line() }
    private let sequence = Atomic<UInt32>(0)

    /// Times that a call is repeated which the daemon says, or the socket shows, was not begun.
    private static let largestRepetition = 3
    /// Connections at once; beyond that threads take turns. The daemon lets three calls of a process wait for the person.
    private static let mostConnections = 8
    /// Microseconds between two looks at connections that are all busy.
    private static let turnTime: UInt32 = 500

    /// A place for a connection.
    private final class Line: Sendable {
        let connection = Mutex<DaemonConnection?>(nil)
    }

    /// - Parameter path: the socket.
    package init(path: String) { self.path = path }

    /// - Parameter keychain: a name in the daemon's home of keychains, or an absolute path.
    /// - Throws: `.notAvailable` where the daemon cannot be reached, does not answer in time or is not to be trusted, and what it answers.
    package func perform(_ request: Request, inKeychain keychain: String) throws(KeychainError) -> Reply {
        let number = sequence.wrappingAdd(1, ordering: .relaxed).newValue
        let frame = try WireCoder.frame(
            .request, sequence: number, AddressedRequest(request, to: keychain), expecting: request.expectedSize)
        switch exchange(frame, number, isRepeatable: request.isRepeatable) {
        case .reply(let reply): return reply
        case .failed(let error): throw error
        case .notDone:
            throw KeychainError(
                .notAvailable, during: "reaching the keychain daemon",
                hint: "the daemon ends every connection; see its log")
        case .lost:
            throw KeychainError(
                .notAvailable, during: "waiting for the keychain daemon",
                hint: "the daemon ended before it answered; the change may have been made or not")
        }
    }

    /// Lets go of the connections. A later call makes another.
    package func close() { for line in lines { line.connection.withLock { $0 = nil } } }

    /// Over the first connection that nobody uses.
    private func exchange(
        _ frame: borrowing WireFrame, _ number: UInt32, isRepeatable: Bool
    ) -> DaemonConnection.Exchange {
        while true {
            for line in lines {
                let outcome: DaemonConnection.Exchange? = line.connection.withLockIfAvailable { connection in
                    exchange(frame, number, isRepeatable: isRepeatable, over: &connection)
                }
                if let outcome { return outcome }
            }
            usleep(Self.turnTime)
        }
    }

    private func exchange(
        _ frame: borrowing WireFrame, _ number: UInt32, isRepeatable: Bool, over connection: inout DaemonConnection?
    ) -> DaemonConnection.Exchange {
        var result = DaemonConnection.Exchange.notDone
        var hasLost = false
        for _ in 0...Self.largestRepetition {
            // What a parent of fork(2) has open is the parent's: the daemon would not take it for this process.
            if let opener = connection?.processID, opener != getpid() { connection = nil }
            if connection == nil {
                do throws(KeychainError) {
                    connection = try DaemonConnection(to: path)
                } catch {
                    // The daemon may have ended while it worked on the call.
                    return hasLost && !isRepeatable ? .lost : .failed(error)
                }
            }
            result = connection?.exchange(frame, sequence: number) ?? .notDone
            switch result {
            case .reply: return result
            case .failed:
                if connection?.isBroken == true { connection = nil }
                return result
            case .notDone: connection = nil
            case .lost:
                connection = nil
                guard isRepeatable, !hasLost else { return result }
                hasLost = true
            }
        }
        return result
    }
}
