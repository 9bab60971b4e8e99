// The sockets of a bus and of its callers, at one moment.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// The connections that a bus has accepted, with the process that has made each: the kernel notes that in the socket of
/// the bus. Used by the thread of the bus alone.
package struct BusConnections {
    private struct Connection {
        /// Who has made it.
        let process: Int32
        /// The socket at its other end: nil if nobody has asked, 0 if it was not found.
        var peer: UInt32?
    }

    private let bus: PeerProcess
    /// The connections that were seen and are still there, by the inode of the bus's socket.
    private var known: [UInt32: Connection] = [:]

    /// Descriptors of a bus that are looked at: more than a bus has by the configuration that comes with it. On a bus
    /// with more nobody is told from others.
    private static let mostSockets = 1 << 17
    /// Connections that are looked at for the first time in one go.
    private static let mostNew = 1 << 11
    /// Other ends that are asked for in one go, of one process and of all. The kernel looks through all sockets of the
    /// machine for each.
    private static let mostAsked = (ofProcess: 1 << 5, ofAll: 1 << 9)
    /// Other ends that are asked for again since they were not found.
    private static let mostLost = (ofProcess: 1 << 2, ofAll: 1 << 6)

    init(of bus: PeerProcess) { self.bus = bus }

    enum Sockets {
        /// By process: the sockets at the other ends of all connections that it has made. One whose other end cannot be
        /// found is number 0, which nobody has. Some processes have so many that the rest is for the next time.
        case all([Int32: Set<UInt32>], unfinished: Set<Int32>)
        /// So many connections are new that the rest is for the next time.
        case unfinished
        /// The kernel does not say, or this process may not ask.
        case unknown
    }

    /// What was found in one go.
    private struct Going {
        var sockets: [Int32: Set<UInt32>] = [:]
        var unfinished: Set<Int32> = []
        var new = 0
        var asked: [Int32: Int] = [:]
        var allAsked = 0
        var lost: [Int32: Int] = [:]
        var allLost = 0

        /// Whether the other end of a connection is to be asked for now.
        mutating func asks(for connection: Connection) -> Bool {
            let process = connection.process
            switch connection.peer {
            case nil:
                guard allAsked < mostAsked.ofAll, asked[process, default: 0] < mostAsked.ofProcess else {
                    unfinished.insert(process)
                    return false
                }
                allAsked += 1
                asked[process, default: 0] += 1
                return true
            case 0?:
                guard allLost < mostLost.ofAll, lost[process, default: 0] < mostLost.ofProcess else { return false }
                allLost += 1
                lost[process, default: 0] += 1
                return true
            case _?: return false
            }
        }
    }

    mutating func sockets(madeBy processes: Set<Int32>) -> Sockets {
        guard let own = HeldSocket.all(of: bus.processID, atMost: Self.mostSockets) else { return .unknown }
        var seen: [UInt32: Connection] = [:]
        seen.reserveCapacity(known.count)
        var (going, isWhole) = (Going(), true)
        for socket in own {
            var connection = known[socket.node]
            if connection == nil {
                guard going.new < Self.mostNew else {
                    isWhole = false
                    continue
                }
                going.new += 1
                guard let result = look(at: socket, wantsPeer: false) else { return .unknown }
                connection = result.map { Connection(process: $0.process, peer: nil) }
            }
            guard var connection else { continue }
            if processes.contains(connection.process) {
                if going.asks(for: connection) {
                    guard let result = look(at: socket, wantsPeer: true) else { return .unknown }
                    // It has gone.
                    guard let result else { continue }
                    connection.peer = result.peer
                }
                going.sockets[connection.process, default: []].insert(connection.peer ?? 0)
            }
            seen[socket.node] = connection
        }
        known = seen
        return isWhole ? .all(going.sockets, unfinished: going.unfinished) : .unfinished
    }

    /// - Returns: nil if this process may not look; nil in it for a socket that is no connection, or has gone.
    private func look(at socket: HeldSocket, wantsPeer: Bool) -> latchkey_connection?? {
        var connection = latchkey_connection()
        connection.process = wantsPeer ? 0 : -1
        let result = bus.withDescriptor {
            unsafe latchkey_accepted($0, socket.descriptor, socket.node, &connection)
        }
        guard result >= 0 else { return nil }
        return .some(result > 0 ? connection : nil)
    }
}
