// Which programs were there before a connection was.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A process may connect, become another program by exec, and have its old connection passed back to it: then that program says there what
/// somebody else gives it. So a connection counts only if the exec that its process is in was known, by another connection of it, before
/// this one was made. Kept by the loop alone. Documentation/Decisions/0034-a-connection-of-one-exec.md.
struct ExecutionTickets: ~Copyable {
    private var issued: Set<UInt64> = []
    private var wanted: Set<UInt64> = []
    /// Connections of them. They end when the tickets are there: whoever connects anew before that would have to do it again.
    private var waiting: [CInt] = []

    /// Execs that are kept, 8 bytes each and what a set takes. Who is forgotten connects once more.
    private static let most = 1 << 16

    /// Whether the exec was known before this connection was made.
    func has(_ execution: UInt64) -> Bool { issued.contains(execution) }

    /// A process in this exec has connected.
    /// - Parameter connection: is closed here.
    mutating func want(_ execution: UInt64, on connection: CInt) {
        wanted.insert(execution)
        waiting.append(connection)
    }

    var areWanted: Bool { !wanted.isEmpty }

    /// Everything that was connected until now has been accepted: what comes later was connected later.
    mutating func issue() {
        if issued.count + wanted.count > Self.most { issued = [] }
        issued.formUnion(wanted)
        dismiss()
    }

    /// Something may still wait that was connected before.
    mutating func dismiss() {
        for connection in waiting { close(connection) }
        waiting = []
        wanted = []
    }

    deinit { for connection in waiting { close(connection) } }
}
