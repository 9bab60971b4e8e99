// The sockets of a bus and of its callers, at one moment.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// The connections that a bus has accepted, with the process that has made each: the kernel notes that in the socket of
/// the bus. Used by the thread of the bus alone.
package struct BusConnections {
    private let bus: PeerProcess
    /// The connections that were seen, by the inode of the bus's socket.
    private var known: [UInt32: latchkey_connection] = [:]

    /// Descriptors of a bus that are looked at. On a bus with more nobody is told from others.
    private static let mostSockets = 1 << 13

    init(of bus: PeerProcess) { self.bus = bus }

    /// The sockets at the other ends of all connections that a process has made. One whose other end cannot be found is
    /// number 0, which nobody has.
    /// - Returns: nil if the kernel does not say, or if this process may not ask.
    mutating func sockets(madeBy process: Int32) -> Set<UInt32>? {
        guard let own = HeldSocket.all(of: bus.processID, atMost: Self.mostSockets) else { return nil }
        var sockets: Set<UInt32> = []
        var seen: [UInt32: latchkey_connection] = [:]
        for socket in own {
            var connection = known[socket.node] ?? latchkey_connection()
            if known[socket.node] == nil {
                let result = bus.withDescriptor {
                    unsafe latchkey_accepted($0, socket.descriptor, socket.node, &connection)
                }
                guard result >= 0 else { return nil }
                if result == 0 { continue }
            }
            // Who has gone is looked for again.
            if connection.peer != 0 { seen[socket.node] = connection }
            if connection.process == process { sockets.insert(connection.peer) }
        }
        known = seen
        return sockets
    }
}

/// A descriptor of a socket in a process.
package struct HeldSocket: Hashable, Sendable {
    package let node: UInt32
    package let descriptor: Int32

    package init(node: UInt32, descriptor: Int32) {
        self.node = node
        self.descriptor = descriptor
    }

    /// - Returns: nil if the kernel does not say, or if there are more.
    static func all(of process: Int32, atMost most: Int) -> [HeldSocket]? {
        var count = 1 << 8
        while true {
            var list = [latchkey_socket](repeating: latchkey_socket(), count: count)
            let found = unsafe latchkey_sockets_of(process, &list, count)
            if found >= 0 { return list[..<found].map { HeldSocket(node: $0.node, descriptor: $0.descriptor) } }
            guard errno == E2BIG, count < most else { return nil }
            count = min(count * 8, most)
        }
    }
}
