// Whether the connections that a bus attributes to a process are the process's own.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel
import LatchkeyPlatform

/// A bus names the process that connected, once and for all. That process can leave the connection to another one, and
/// become a program that is trusted: what the other says is then taken for the program's. So a name counts for a
/// process only if
///
/// - the process has as many connections to the bus as the bus attributes names to it: the one that was left to another
///   process is missing;
/// - the bus has as many connections as names: a connection that has no name yet could stand for the missing one;
/// - each is open with close-on-exec alone, so that nobody has left it to the program;
/// - no process that is another program has it open as well.
package struct BusHolding: Hashable, Sendable {
    /// What a process holds of a bus.
    package struct Held: Hashable, Sendable {
        /// Distinct sockets.
        package let sockets: Int
        package let areClosedOnExecution: Bool

        package init(sockets: Int, areClosedOnExecution: Bool) {
            self.sockets = sockets
            self.areClosedOnExecution = areClosedOnExecution
        }
    }

    package enum Verdict: Hashable, Sendable {
        case own
        /// Not now; perhaps soon, if a connection is just being made or ended.
        case uncounted
        /// It was left to the program by whoever ran before in the process.
        case inherited
    }

    /// - Parameters:
    ///   - names: that the bus attributes to the process; nil if it has not said that of all.
    ///   - allNames: of the bus.
    ///   - allSockets: that the bus has accepted.
    package static func verdict(on held: Held, names: Int?, allNames: Int, allSockets: Int) -> Verdict {
        guard held.areClosedOnExecution else { return .inherited }
        guard let names, names > 0, held.sockets == names, allNames == allSockets else { return .uncounted }
        return .own
    }
}

extension PeerProcess {
    /// Sockets that are looked at; a program with more is refused.
    private static let mostSockets = 1 << 14

    /// The sockets of this process that are connected to a bus.
    /// - Returns: nil if the kernel does not say.
    func sockets(among connections: BusConnections) -> [HeldSocket]? {
        HeldSocket.all(of: processID, atMost: Self.mostSockets)?.filter { connections.callers.contains($0.node) }
    }

    func held(_ sockets: [HeldSocket]) -> BusHolding.Held {
        BusHolding.Held(
            sockets: Set(sockets.map(\.node)).count,
            areClosedOnExecution: sockets.allSatisfy { isClosedOnExecution(String($0.descriptor)) })
    }

    /// Whether these are still its own.
    func holds(_ sockets: [HeldSocket]) -> Bool {
        sockets.allSatisfy { isDescriptor(String($0.descriptor), Array("socket:[\($0.node)]".utf8)) }
    }

    /// Processes of the machine that are looked at.
    private static let mostProcesses = 1 << 16

    /// The other processes of the user that have one of these sockets open. What is on its way from one process to
    /// another nobody can see.
    /// - Returns: nil if nobody can tell.
    func others(having sockets: [HeldSocket]) -> [Int32]? {
        guard let processes = ProcessFile.processes(atMost: Self.mostProcesses) else { return nil }
        let nodes = sockets.map(\.node)
        var others: [Int32] = []
        for process in processes where process != processID && isOfSameUser(process) {
            let has = unsafe latchkey_has_socket(process, nodes, nodes.count)
            guard has >= 0 else { return nil }
            if has == 1 { others.append(process) }
        }
        return others
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
