// Whose a connection is that a process speaks on.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform

extension PeerProcess {
    /// Descriptors that are looked at; a program with more is refused.
    private static let mostDescriptors = 1 << 16

    /// A program whose standard output is a connection to the daemon says there what others give it to copy. So a
    /// connection counts that nobody can have left to the program that speaks on it: one that execve(2) closes. Whoever
    /// opens one for themselves says so with `SOCK_CLOEXEC`; in a descriptor that has outlived an execve the flag is
    /// missing.
    ///
    /// Where the kernel has no `unix_diag`, and of a process in another network namespace, nobody can tell which
    /// descriptor is the connection, and this rule does not hold. Into such a namespace root alone puts a process, but
    /// for user namespaces.
    /// - Throws: `.missingEntitlement` for a connection that is open in another way, or not open in the process.
    func requireOwn(_ connection: CInt) throws(KeychainError) {
        guard Self.isTold, namespace("net") == Self.ownNetwork else { return }
        var node: UInt32 = 0
        var held: [String] = []
        // A socket of another network namespace is not found, wherever the process has it from.
        if unsafe latchkey_peer_socket(connection, &node) == 0 {
            let names = ProcessFile.names(in: "fd", of: processID, atMost: Self.mostDescriptors) ?? []
            let socket = Array("socket:[\(node)]".utf8)
            held = names.filter { isDescriptor($0, socket) }
        }
        guard !held.isEmpty, held.allSatisfy(isClosedOnExecution) else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the connection of the calling program",
                hint: "it may have been inherited from another program; open it with SOCK_CLOEXEC")
        }
    }

    private static let ownNetwork = PeerExecutable.File(atPath: "/proc/self/ns/net".utf8CString.map(\.self))

    /// Whether the kernel tells of the other end of a connection: asked about one of this process's own.
    private static let isTold: Bool = {
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return false
        }
        defer { for end in ends { close(end) } }
        var node: UInt32 = 0
        return unsafe latchkey_peer_socket(ends[0], &node) == 0
    }()

    func isDescriptor(_ name: String, _ target: [UInt8]) -> Bool {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = unsafe readlink("/proc/\(processID)/fd/\(name)", &buffer, buffer.count)
        return count == target.count && buffer.prefix(count).elementsEqual(target.map { CChar(bitPattern: $0) })
    }

    func isClosedOnExecution(_ name: String) -> Bool {
        guard let flags = ProcessFile.status("flags", in: "fdinfo/\(name)", of: processID)?.first,
            let bits = Int32(flags, radix: 8)
        else { return false }
        return bits & O_CLOEXEC != 0
    }
}
