// Which exec connections come from, as the kernel saw it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// Reads what `exec-witness` has the kernel keep of connections to sockets of this machine. A connection that a process
/// left to another one before it executed a program is not the program's, whoever gives it back.
/// Documentation/Design/Decisions/0048-callers-of-a-bus.md.
package final class ConnectionWitness: Sendable {
    private let connections: CInt
    /// The number of the last exec before connections were kept.
    private let since: UInt64

    /// - Returns: nil if nothing is attached, as on a kernel that does not let connections be seen.
    init?(folder: String) {
        guard ExecWitness.isThere("\(folder)/connect") else { return nil }
        let number = unsafe latchkey_open_since(folder + "/since")
        guard number >= 0 else { return nil }
        defer { close(number) }
        var since: UInt64 = 0
        guard unsafe latchkey_number_at(number, 0, &since) == 0 else { return nil }
        self.since = since
        connections = unsafe latchkey_open_connections(folder + "/connections")
        guard connections >= 0 else { return nil }
    }

    deinit { close(connections) }

    /// Whether the connection was made by this exec of the process that has it open now.
    func isMade(_ socket: HeldSocket, by execution: UInt64, of process: PeerProcess) -> Bool {
        var kept = latchkey_connecting()
        let found = process.withDescriptor {
            unsafe latchkey_connecting_of(connections, $0, socket.descriptor, socket.node, &kept)
        }
        if found == 1 { return kept.execution == execution }
        // Of a connection from before, nothing is kept. A program that is younger has not made it.
        return found == 0 && execution <= since
    }
}
