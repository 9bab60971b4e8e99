// What a look at a process has found.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// One for all connections of the process that call at the time, so that who has a thousand takes no more of the thread
/// than who has one. What is true of the process is true of each: it had all of them at the moment of the look, and
/// what it becomes by exec has none. Used by the thread of the bus alone.
final class BusLook {
    /// Why the bus is not believed.
    let doubt: String?
    let held: BusHolding.Held?
    let sockets: [HeldSocket]
    /// The number of the process's last exec then.
    let execution: UInt64?
    /// What the process was found to be since, by the doubt.
    var found: [String?: Found] = [:]

    struct Found {
        let process: PeerProcess
        let facts: BusProgramFacts
        /// Nil if nobody can say which file runs.
        let executable: PeerExecutable?
        let execution: UInt64?
    }

    init(doubt: String?, held: BusHolding.Held?, sockets: [HeldSocket], execution: UInt64?) {
        self.doubt = doubt
        self.held = held
        self.sockets = sockets
        self.execution = execution
    }
}
