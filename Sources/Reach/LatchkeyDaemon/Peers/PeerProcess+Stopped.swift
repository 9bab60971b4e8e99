// Whether a process is kept from running.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension PeerProcess {
    /// Whether somebody keeps it from running, so that it does nothing about what others put into it: by a signal, by a
    /// debugger, or by freezing its group. A process can be held up in other ways as well, as by output that nobody
    /// reads, which nobody can tell from waiting.
    var isStopped: Bool {
        guard let state = Self.field(0, of: processID) else { return true }
        return state == "T" || state == "t" || isFrozen
    }

    /// Threads that are looked at; a program with more is refused.
    private static let mostThreads = 4096

    /// Each thread can be in a group of its own.
    private var isFrozen: Bool {
        guard let own = ProcessFile.contents("cgroup", of: processID, atMost: 1 << 16) else {
            // The kernel does not tell a path that is too long.
            return ControlGroup.areTold
        }
        if ControlGroup.isFrozen(own) { return true }
        guard let threads = ProcessFile.names(in: "task", of: processID, atMost: Self.mostThreads) else { return true }
        guard threads.count > 1 else { return false }
        return threads.contains { thread in
            guard let group = ProcessFile.contents("task/\(thread)/cgroup", of: processID, atMost: 1 << 16) else {
                // A thread that has ended is in no group.
                guard ControlGroup.areTold else { return false }
                return unsafe access("/proc/\(processID)/task/\(thread)", F_OK) == 0
            }
            return group != own && ControlGroup.isFrozen(group)
        }
    }
}
