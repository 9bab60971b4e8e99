// The process at the other end of a connection, as the kernel tells it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// A process that connected. Its number may be given to another one day; this object notices.
package final class PeerProcess: Sendable {
    package let processID: Int32
    package let userID: UInt32
    /// A descriptor of the process, or -1 if the kernel has none. Before Linux 6.5 it is of whoever has the number now.
    private let descriptor: CInt
    /// When the process started, if there is no descriptor of it: together with the number that names it for good.
    private let started: UInt64?

    /// - Returns: nil if the kernel does not tell, as for a process that this one cannot see.
    package init?(of connection: CInt) {
        var process: Int32 = 0
        var user: UInt32 = .max
        guard unsafe latchkey_peer(connection, &process, &user) == 0, process > 0 else { return nil }
        processID = process
        userID = user
        let peer = latchkey_peer_process_descriptor(connection)
        guard peer >= 0 || errno == ENOPROTOOPT else { return nil }
        descriptor = peer >= 0 ? peer : latchkey_process_descriptor(process)
        started = descriptor >= 0 ? nil : Self.startTime(of: process)
        guard descriptor >= 0 || started != nil else { return nil }
    }

    /// The process of this number, for a tool that asks about it, or as a bus tells it.
    /// - Parameter given: a descriptor of the process that somebody else has sent; it is copied.
    /// - Returns: nil if there is none, or if the descriptor is not of it.
    package init?(numbered number: Int32, by given: CInt? = nil) {
        guard number > 0 else { return nil }
        if let given {
            // Of a process that has ended the kernel says -1.
            guard ProcessFile.status("Pid", in: "fdinfo/\(given)", of: getpid()) == [String(number)] else { return nil }
        }
        processID = number
        descriptor = given.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? latchkey_process_descriptor(number)
        guard given == nil || descriptor >= 0 else { return nil }
        started = descriptor >= 0 ? nil : Self.startTime(of: number)
        // The second of the four is the effective one, as the kernel gives it for a connection.
        guard descriptor >= 0 || started != nil, let users = ProcessFile.status("Uid", of: number), users.count > 1,
            let user = UInt32(users[1])
        else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        userID = user
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The kernel's descriptor of the process, or -1 if it has none.
    func withDescriptor<Result>(_ body: (CInt) -> Result) -> Result { body(descriptor) }

    /// What no other process of the machine is ever called, until the next start of the kernel.
    struct Name: Hashable, Sendable {
        let processID: Int32
        let started: UInt64
    }

    /// Nil if the process has ended.
    var name: Name? {
        guard let started = started ?? Self.startTime(of: processID), isRunning else { return nil }
        return Name(processID: processID, started: started)
    }

    /// True while the process that connected runs.
    package var isRunning: Bool {
        descriptor >= 0 ? latchkey_is_running(descriptor) == 1 : Self.startTime(of: processID) == started
    }

    /// The file that the process runs now.
    /// - Parameter takesReplaced: whether a file counts that root has replaced since; see ``PeerProcess/replaced``.
    /// - Throws: `.missingEntitlement` if nobody can say, and where it is not what its path leads to: it was deleted,
    ///   replaced, or is a file of another world with the same paths.
    package func executable(takesReplaced: Bool = false) throws(KeychainError) -> PeerExecutable {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/\(processID)/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count, let file = runningFile else {
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the keychain daemon may not look at this process, so that it has no identity")
        }
        let path = buffer[..<count].map { UInt8(bitPattern: $0) }
        guard hasOwnUsers else {
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the program runs in a user namespace of its own, as sandboxes and containers do")
        }
        guard let own = Self.ownProcessNamespace, namespace("pid") == own else {
            if latchkey_is_namespace_of_system(processID) == 1,
                let flatpak = FlatpakApplication(of: self, running: file, at: path), isRunning
            {
                return PeerExecutable(path: path, file: file, flatpak: flatpak.identifier)
            }
            // There, whoever is root of the namespace may send in the name of any of its processes.
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the program runs in a process namespace of its own, as sandboxes and containers do")
        }
        errno = 0
        let named = PeerExecutable.File(atPath: buffer)
        guard named != nil || errno != EACCES else {
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the keychain daemon may not look into the folder of the program; see keychaind(8)"
            )
        }
        if named != file, takesReplaced, let replaced, replaced.file == file, isRunning { return replaced }
        guard named == file, isRunning else {
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the program's file was replaced or deleted while it runs; start it again")
        }
        return PeerExecutable(path: path, file: file, takesReplaced: takesReplaced)
    }

    /// Whether nobody but root may look at the process: it cannot be dumped, as those that `secure-loader` has started.
    package var isHidden: Bool {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        return unsafe readlink("/proc/\(processID)/exe", &buffer, buffer.count) < 0 && errno == EACCES && isRunning
    }

    /// Costs two system calls, so that every request can ask.
    /// - Throws: `.missingEntitlement` if the process has become another program since, or has ended.
    package func requireStill(_ executable: PeerExecutable) throws(KeychainError) {
        guard runningFile == executable.file, isRunning else {
            throw KeychainError(
                .missingEntitlement, during: "comparing the calling program with the one that connected",
                hint: "the process has become another program since it connected")
        }
    }

    /// Threads that are looked at; a program with more is refused.
    private static let mostThreads = 4096

    /// - Throws: `.missingEntitlement` if a debugger has one of the process's threads, which then does what the
    ///   debugger wants.
    package func requireUntraced() throws(KeychainError) {
        let threads = ProcessFile.names(in: "task", of: processID, atMost: Self.mostThreads) ?? []
        let isTraced = threads.contains { thread in
            let status = "task/\(thread)/status"
            if let tracer = ProcessFile.status("TracerPid", in: status, of: processID) { return tracer != ["0"] }
            // A thread that has ended since is nobody's; what cannot be read for another reason may be.
            return unsafe access("/proc/\(processID)/\(status)", F_OK) == 0 || errno != ENOENT
        }
        guard !threads.isEmpty, !isTraced else {
            throw KeychainError(
                .missingEntitlement, during: "looking for a debugger of the calling program",
                hint: "the program is being traced, or has too many threads to tell; run it without the debugger")
        }
    }

    /// Opens the file that the process runs, whatever its path leads to.
    /// - Throws: `.missingEntitlement` if it may not be read.
    package func openExecutable() throws(KeychainError) -> CInt {
        let file = unsafe open("/proc/\(processID)/exe", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw KeychainError(
                .missingEntitlement, during: "reading the file of the calling program",
                hint: "the keychain daemon may not read the program's file", cause: .errno(errno))
        }
        return file
    }

    /// The path of the file that runs, for a log: nothing is known of it.
    package var printablePath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/\(processID)/exe", &buffer, buffer.count)
        return count > 0
            ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).printable : ""
    }

    /// Whether users are the same to the process as to this one. In a namespace of its own a process is root: it mounts
    /// what it likes over any path, and is as many users as it was given numbers.
    var hasOwnUsers: Bool { Self.ownUserNamespace != nil && namespace("user") == Self.ownUserNamespace }

    /// Whether that is root of the machine, and not of a user namespace that somebody has made.
    var isRootOfMachine: Bool { userID == 0 && namespace("user")?.node == Self.firstUserNamespace }

    /// The first user namespace has this number in every Linux (`PROC_USER_INIT_INO`).
    private static let firstUserNamespace: UInt64 = 0xEFFF_FFFD

    /// Whether nobody has added a filter of system calls, who could answer them: `open` with another file than the one
    /// at the path.
    var isUnfiltered: Bool {
        guard let mode = ProcessFile.status("Seccomp", of: processID) else { return false }
        if mode == ["0"] { return true }
        // A container gives its filter to its first process, and so to all.
        guard let filters = ProcessFile.status("Seccomp_filters", of: processID) else { return false }
        return filters == ProcessFile.status("Seccomp_filters", of: 1)
    }

    /// Filters of system calls that every process has: a container gives its filter to its first process.
    static var filtersOfAll: Int {
        ProcessFile.status("Seccomp_filters", of: 1)?.first.flatMap { Int($0) } ?? 0
    }

    func namespace(_ kind: String) -> PeerExecutable.File? {
        PeerExecutable.File(atPath: "/proc/\(processID)/ns/\(kind)".utf8CString.map(\.self))
    }

    /// Whether processes have the same numbers to it as to this one.
    var hasOwnProcesses: Bool { Self.ownProcessNamespace != nil && namespace("pid") == Self.ownProcessNamespace }

    private static let ownUserNamespace = PeerExecutable.File(atPath: "/proc/self/ns/user".utf8CString.map(\.self))
    /// A process never changes its own.
    private static let ownProcessNamespace = PeerExecutable.File(atPath: "/proc/self/ns/pid".utf8CString.map(\.self))

    var runningFile: PeerExecutable.File? {
        PeerExecutable.File(atPath: "/proc/\(processID)/exe".utf8CString.map(\.self))
    }

    /// The process that started this one, or that has taken it over since.
    package var parent: Int32? { Self.field(1, of: processID).flatMap { Int32($0) } }

    /// The path of the program that started this one, for a user; empty if there is none any more.
    package var pathOfParent: String { parent.flatMap { PeerProcess(numbered: $0) }?.printablePath ?? "" }

    /// Ticks since the machine was started.
    private static func startTime(of process: Int32) -> UInt64? { field(19, of: process).flatMap { UInt64($0) } }

    /// A field of `stat`, the third one is number 0. The name of the program, which it chooses itself, is skipped.
    static func field(_ number: Int, of process: Int32) -> String? {
        guard let bytes = ProcessFile.contents("stat", of: process, atMost: 1 << 12),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > number ? String(decoding: fields[number], as: UTF8.self) : nil
    }
}
