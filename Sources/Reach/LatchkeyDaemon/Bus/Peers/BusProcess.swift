// The process at the other end of a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// The bus of a session is a process of its user, and everything that is known of a caller begins with what it says. So
/// it is looked at like a caller: root's program, whose code nobody has changed.
///
/// A bus that was started by others with a configuration of theirs remains: it says of which process a connection is as
/// the kernel tells it.
package final class BusProcess: Sendable {
    package let process: PeerProcess
    private let programs: [String]

    /// As distributions install them.
    package static let programs = ["/usr/bin/dbus-daemon", "/usr/bin/dbus-broker"]

    /// Finds the process that has accepted a connection. Who listened is known to be another one: a service manager
    /// listens for the bus, and starts it.
    /// - Parameters:
    ///   - connection: on which the bus has answered: before, nobody need have accepted it.
    ///   - programs: other ones than those of the system only in tests.
    /// - Throws: `.missingEntitlement` if the kernel does not say, and if there are several.
    package init(
        behind connection: CInt, programs: [String] = BusProcess.programs
    ) throws(KeychainError) {
        var node: UInt32 = 0
        guard unsafe latchkey_peer_socket(connection, &node) == 0 else {
            throw Self.refusal(
                "the kernel does not say which process has accepted the connection to the bus: it needs CONFIG_UNIX_DIAG"
            )
        }
        self.programs = programs
        let holders = Self.holders(of: node)
        guard holders.count == 1, let process = PeerProcess(numbered: holders[0]) else {
            throw Self.refusal(
                "the keychain daemon cannot tell which process the bus is, or several processes have the connection")
        }
        self.process = process
    }

    /// Looks at the process; also while it is used, since it can be traced later.
    /// - Returns: what it runs.
    /// - Throws: `.missingEntitlement` if it is not the bus that root has installed, or somebody has changed it.
    @discardableResult package func requireTrusted(
        by identifier: any PeerIdentifying
    ) throws(KeychainError) -> PeerExecutable {
        // Upgrades do not start the bus of a session anew.
        let executable = try process.executable(takesReplaced: true)
        let places = programs.flatMap { [$0, Self.resolved($0)] }
        guard places.contains(String(decoding: executable.path, as: UTF8.self)), executable.isRoots else {
            throw Self.refusal(
                "the session bus is not the system's dbus-daemon or dbus-broker; look at DBUS_SESSION_BUS_ADDRESS and the units of the user"
            )
        }
        _ = try identifier.identity(of: executable, in: process)
        return executable
    }

    /// All connections that it has accepted.
    /// - Returns: nil if the kernel does not say.
    package var connections: BusConnections? { BusConnections(of: process.processID) }

    private static let mostProcesses = 1 << 16

    private static func holders(of node: UInt32) -> [Int32] {
        let processes = ProcessFile.processes(atMost: mostProcesses) ?? []
        return processes.filter { number in
            unsafe withUnsafePointer(to: node) { unsafe latchkey_has_socket(number, $0, 1) } == 1
        }
    }

    /// Where the links on the way to a program lead.
    private static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func refusal(_ hint: StaticString) -> KeychainError {
        KeychainError(.missingEntitlement, during: "looking at the process of the session bus", hint: hint)
    }
}
