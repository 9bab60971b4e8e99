// The sockets of a bus and of its callers, at one moment.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// What the kernel says of the connections of a bus.
package struct BusConnections {
    /// The sockets at the other ends of those that the bus has accepted.
    package let callers: Set<UInt32>

    /// Descriptors of a bus that are looked at.
    private static let mostSockets = 1 << 14
    /// Unix sockets of the machine that are looked at.
    private static let mostConnections = 1 << 17

    package init(callers: Set<UInt32>) { self.callers = callers }

    /// - Parameter bus: the process of the bus.
    /// - Returns: nil if the kernel does not say.
    package init?(of bus: Int32) {
        guard let own = HeldSocket.all(of: bus, atMost: Self.mostSockets) else { return nil }
        let nodes = Set(own.map(\.node))
        guard let connections = Self.connections() else { return nil }
        // A socket that was accepted has the address of its listener; what the bus itself has connected has none.
        callers = Set(connections.lazy.filter { $0.is_named != 0 && nodes.contains($0.node) }.map(\.peer))
    }

    private static func connections() -> ArraySlice<latchkey_connection>? {
        var count = 1 << 11
        while count <= mostConnections {
            var list = [latchkey_connection](repeating: latchkey_connection(), count: count)
            let found = unsafe latchkey_connections(&list, count)
            if found >= 0 { return list[..<found] }
            count *= 4
        }
        return nil
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
