// One connection of a bus that calls.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// What is known of it, and who waits to know. Used by the thread of the bus alone.
final class BusPeer {
    let name: String
    /// Nil until the bus has said it.
    var process: PeerProcess?
    /// What the last look has found.
    var known: Known?
    var look: Look?
    var waiting: [(BusPrincipal) -> Void] = []

    init(named name: String) { self.name = name }

    struct Known {
        let principal: BusPrincipal
        /// Nil if nobody can say which file runs.
        let executable: PeerExecutable?
        let execution: UInt64?
        /// When that was found.
        let time: UInt64
    }

    /// A look that goes on.
    struct Look {
        /// When it began, in milliseconds.
        let start: UInt64
        /// Looks before this one that found a connection missing.
        var failures = 0
        /// When the next one is; nil while the bus is asked.
        var next: UInt64?
        /// The last one; nil before.
        var last: BusLook?
    }

    /// Whether the process is what it was, which takes a few system calls.
    func isStill(_ known: Known, to identifier: any PeerIdentifying) -> Bool {
        // Nobody was found, who has nothing to lose.
        guard let process, let executable = known.executable else { return true }
        guard (try? process.requireStill(executable)) != nil else { return false }
        guard let execution = known.execution else { return true }
        return (try? identifier.execution(of: process)) == execution
    }
}
