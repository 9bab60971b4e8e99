// The sockets of a bus and of its callers, at one moment.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// The connections that a bus has accepted, with the process that has made each: the kernel notes that in the socket of
/// the bus. Used by the thread of the bus alone.
package struct BusConnections {
    private let bus: PeerProcess
    /// The connections that were seen and are still there, by the inode of the bus's socket.
    private var known: [UInt32: latchkey_connection] = [:]

    /// Descriptors of a bus that are looked at: more than a bus has by the configuration that comes with it. On a bus
    /// with more nobody is told from others.
    private static let mostSockets = 1 << 17
    /// Connections that are looked at for the first time in one go; each takes some system calls.
    private static let mostNew = 1 << 10
    /// Connections that are looked at again since their other ends were not found.
    private static let mostLost = 1 << 6

    init(of bus: PeerProcess) { self.bus = bus }

    enum Sockets {
        /// By process: the sockets at the other ends of all connections that it has made. One whose other end cannot be
        /// found is number 0, which nobody has.
        case all([Int32: Set<UInt32>])
        /// So many connections are new that the rest is for the next time.
        case unfinished
        /// The kernel does not say, or this process may not ask.
        case unknown
    }

    mutating func sockets(madeBy processes: Set<Int32>) -> Sockets {
        guard let own = HeldSocket.all(of: bus.processID, atMost: Self.mostSockets) else { return .unknown }
        var sockets: [Int32: Set<UInt32>] = [:]
        var seen: [UInt32: latchkey_connection] = [:]
        seen.reserveCapacity(known.count)
        var (new, lost, isWhole) = (0, 0, true)
        for socket in own {
            var connection = known[socket.node] ?? latchkey_connection()
            if known[socket.node] == nil {
                new += 1
            } else if connection.peer == 0, processes.contains(connection.process), lost < Self.mostLost {
                lost += 1
            } else {
                Self.add(connection, at: socket.node, to: &seen, processes, &sockets)
                continue
            }
            guard new <= Self.mostNew else {
                isWhole = false
                continue
            }
            let result = bus.withDescriptor {
                unsafe latchkey_accepted($0, socket.descriptor, socket.node, &connection)
            }
            guard result >= 0 else { return .unknown }
            if result > 0 { Self.add(connection, at: socket.node, to: &seen, processes, &sockets) }
        }
        known = seen
        return isWhole ? .all(sockets) : .unfinished
    }

    private static func add(
        _ connection: latchkey_connection, at node: UInt32, to seen: inout [UInt32: latchkey_connection],
        _ processes: Set<Int32>, _ sockets: inout [Int32: Set<UInt32>]
    ) {
        seen[node] = connection
        if processes.contains(connection.process) { sockets[connection.process, default: []].insert(connection.peer) }
    }
}
