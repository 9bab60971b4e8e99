// Whether the connections that a bus attributes to a process are the process's own.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel
import LatchkeyPlatform

/// A bus names the process that connected, once and for all. That process can leave the connection to another one, and
/// become a program that is trusted: what the other says is then taken for the program's. So a name counts for a
/// process only if of all connections that the process has made to the bus
///
/// - each is still open in it: the one that was left to another process is missing;
/// - each is open with close-on-exec alone, so that nobody has left it to the program;
/// - each was made by the program itself, if the kernel keeps that: nobody has given it back;
/// - no process that is another program has it open as well.
package struct BusHolding: Hashable, Sendable {
    /// What a process holds of the connections that it has made.
    package struct Held: Hashable, Sendable {
        /// Distinct sockets that it has made.
        package let made: Int
        /// Those of them that it has open.
        package let open: Int
        package let areClosedOnExecution: Bool
        /// False if the process has made one of them before its last exec.
        package let areOfProgram: Bool

        package init(made: Int, open: Int, areClosedOnExecution: Bool, areOfProgram: Bool) {
            self.made = made
            self.open = open
            self.areClosedOnExecution = areClosedOnExecution
            self.areOfProgram = areOfProgram
        }
    }

    package enum Verdict: Hashable, Sendable {
        case own
        /// Not now; perhaps soon, if a connection is just being ended.
        case unheld
        /// It was left to the program by whoever ran before in the process.
        case inherited
        /// It was made by whoever ran before in the process, and given to the program.
        case earlier
    }

    package static func verdict(on held: Held) -> Verdict {
        guard held.areClosedOnExecution else { return .inherited }
        guard held.made > 0, held.open == held.made else { return .unheld }
        return held.areOfProgram ? .own : .earlier
    }
}

extension PeerProcess {
    /// Sockets that are looked at; a program with more is refused.
    private static let mostSockets = 1 << 14

    /// The descriptors by which this process has some of these sockets open.
    /// - Returns: nil if the kernel does not say.
    func holding(_ nodes: Set<UInt32>) -> [HeldSocket]? {
        HeldSocket.all(of: processID, atMost: Self.mostSockets)?.filter { nodes.contains($0.node) }
    }

    func held(
        _ sockets: [HeldSocket], of nodes: Set<UInt32>, by identifier: any PeerIdentifying
    ) -> BusHolding.Held {
        BusHolding.Held(
            made: nodes.count, open: Set(sockets.map(\.node)).count,
            areClosedOnExecution: areClosedOnExecution(sockets), areOfProgram: identifier.isOwn(sockets, of: self))
    }

    func areClosedOnExecution(_ sockets: [HeldSocket]) -> Bool {
        sockets.allSatisfy { isClosedOnExecution(String($0.descriptor)) }
    }

    /// Whether these are still its own.
    func holds(_ sockets: [HeldSocket]) -> Bool {
        sockets.allSatisfy { isDescriptor(String($0.descriptor), Array("socket:[\($0.node)]".utf8)) }
    }

    /// Processes of the machine that are looked at.
    private static let mostProcesses = 1 << 16

    /// The other processes that have one of these sockets open and may be the user's: a setuid program has what it was
    /// started with. What is on its way from one process to another nobody can see.
    /// - Returns: nil if nobody can tell.
    func others(having sockets: [HeldSocket]) -> [Int32]? {
        guard let processes = ProcessFile.processes(atMost: Self.mostProcesses) else { return nil }
        let nodes = sockets.map(\.node)
        let users = OwnUsers(of: userID)
        var others: [Int32] = []
        for process in processes where process != processID && users.mayRun(process) {
            let has = unsafe latchkey_has_socket(process, nodes, nodes.count)
            // Of processes of other users a security module may hide some. Those of root can do with each other what
            // they like, whoever has a connection.
            guard has >= 0 || userID == 0 || !isOfSameUser(process) else { return nil }
            if has == 1 { others.append(process) }
        }
        return others
    }

    /// Whether a process still has one of these sockets open. True if nobody can tell.
    static func has(_ sockets: [HeldSocket], in process: Int32) -> Bool {
        let nodes = sockets.map(\.node)
        return unsafe latchkey_has_socket(process, nodes, nodes.count) != 0
    }

    /// The folder of a process that may not be looked at is root's.
    private func isOfSameUser(_ process: Int32) -> Bool {
        guard let owner = PeerExecutable.File(atPath: "/proc/\(process)".utf8CString.map(\.self))?.owner else {
            return false
        }
        if owner == userID { return true }
        return owner == 0 && ProcessFile.status("Uid", of: process)?.contains(String(userID)) ?? false
    }
}
