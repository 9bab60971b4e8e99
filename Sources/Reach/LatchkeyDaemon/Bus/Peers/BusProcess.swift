// The process at the other end of a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// The bus of a session is a process of its user, and everything that is known of a caller begins with what it says. So
/// it is looked at like a caller: root's program, whose code nobody has changed, and with a configuration of root's,
/// without which it would show everything to whoever has started it.
package final class BusProcess: Sendable {
    package let process: PeerProcess
    private let programs: [String]

    /// As distributions install them.
    package static let programs = ["/usr/bin/dbus-daemon", "/usr/bin/dbus-broker"]

    /// Finds the process that has accepted a connection. Who listened is known to be another one: a service manager
    /// listens for the bus, and starts it.
    /// - Parameters:
    ///   - connection: on which the bus has answered: before, nobody need have accepted it.
    ///   - sender: the process that has sent all that came over it; nil if nobody knows.
    ///   - programs: other ones than those of the system only in tests.
    /// - Throws: `.missingEntitlement` if the kernel does not say, and if there are several.
    package init(
        behind connection: CInt, sentBy sender: Int32? = nil, programs: [String] = BusProcess.programs
    ) throws(KeychainError) {
        var node: UInt32 = 0
        guard unsafe latchkey_peer_socket(connection, &node) == 0 else {
            throw Self.refusal(
                "the kernel does not say which process has accepted the connection to the bus: it needs CONFIG_UNIX_DIAG"
            )
        }
        self.programs = programs
        let holders = Self.holders(of: node)
        guard holders.count == 1, sender == nil || sender == holders[0],
            let process = PeerProcess(numbered: holders[0])
        else {
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
        guard places.contains(String(decoding: executable.path, as: UTF8.self)), executable.isRoots,
            executable.flatpak == nil, process.isOnFileSystemOfSystem
        else {
            throw Self.refusal(
                "the session bus is not the system's dbus-daemon or dbus-broker; look at DBUS_SESSION_BUS_ADDRESS and the units of the user"
            )
        }
        _ = try identifier.identity(of: executable, in: process)
        guard try isOfRootsConfiguration(executable, by: identifier) else {
            throw Self.refusal(
                "the session bus was started with options or a configuration that root has not written; look at the units of the user"
            )
        }
        return executable
    }

    private func isOfRootsConfiguration(
        _ executable: PeerExecutable, by identifier: any PeerIdentifying
    ) throws(KeychainError) -> Bool {
        guard executable.name == "dbus-broker" else {
            return BusArguments(of: process, being: .daemon)?.areRoots(in: process) ?? false
        }
        // What it does its launcher tells it, over a connection that nobody else has.
        guard let number = process.parent, let launcher = PeerProcess(numbered: number) else { return false }
        let program = try launcher.executable(takesReplaced: true)
        guard String(decoding: program.path, as: UTF8.self) == Self.launcher, program.isRoots,
            program.flatpak == nil, launcher.isOnFileSystemOfSystem, !launcher.isStopped,
            launcher.userID == process.userID
        else { return false }
        _ = try identifier.identity(of: program, in: launcher)
        return BusArguments(of: launcher, being: .launcher)?.areRoots(in: launcher) ?? false
            && isControlled(by: launcher) && process.parent == launcher.processID && launcher.isRunning
    }

    /// Whether the launcher alone has the other end of the connection by which a broker is controlled, and has made it
    /// itself: an open descriptor that was there before its exec has no close-on-exec.
    private func isControlled(by launcher: PeerProcess) -> Bool {
        guard let control = BusArguments.controller(of: process) else { return false }
        var node: UInt32 = 0
        let found = process.withDescriptor { unsafe latchkey_peer_of($0, control, &node) }
        guard found == 0, Self.holders(of: node) == [launcher.processID], let sockets = launcher.holding([node]) else {
            return false
        }
        return launcher.areClosedOnExecution(sockets)
    }

    private static let launcher = "/usr/bin/dbus-broker-launch"

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
