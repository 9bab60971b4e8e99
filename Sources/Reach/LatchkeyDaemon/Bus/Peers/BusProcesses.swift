// The processes behind the names of a bus.
// SPDX-License-Identifier: Apache-2.0

/// One object for all connections of a process: each has a descriptor of the kernel's. Used by the thread of the bus
/// alone.
struct BusProcesses {
    private struct Weak {
        weak var process: PeerProcess?
    }

    private var processes: [PeerProcess.Name: Weak] = [:]
    private var mostGone = 64
    /// Those that a launcher had started for a script.
    private var scripts: Set<PeerProcess.Name> = []
    private static let mostScripts = 1024

    /// - Returns: the object that stands for the process from now on.
    mutating func shared(_ process: PeerProcess) -> PeerProcess {
        guard let name = process.name else { return process }
        if let known = processes[name]?.process { return known }
        if processes.count >= mostGone {
            processes = processes.filter { $0.value.process != nil }
            mostGone = max(64, 2 * processes.count)
        }
        processes[name] = Weak(process: process)
        return process
    }

    mutating func ranScript(_ process: PeerProcess) {
        guard let name = process.name, !scripts.contains(name) else { return }
        if scripts.count >= Self.mostScripts {
            scripts = scripts.filter { PeerProcess(numbered: $0.processID)?.name == $0 }
        }
        scripts.insert(name)
    }

    /// Whether the process was seen to run a script that has an identity.
    func hasRunScript(_ process: PeerProcess) -> Bool {
        !scripts.isEmpty && process.name.map { scripts.contains($0) } ?? false
    }
}
