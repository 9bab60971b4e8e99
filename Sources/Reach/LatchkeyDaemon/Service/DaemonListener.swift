// The socket that clients connect to: from systemd, or our own.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// Sockets that listen. One that systemd gave stays when the daemon ends, with whoever waits there.
package struct DaemonListener: Sendable {
    package let descriptors: [CInt]
    /// Those at ``sessionName``, where the sockets of session buses are handed over.
    package let sessions: [CInt]
    /// The paths of sockets of our own, and the lock that says that they are ours.
    private let own: (paths: [String], lock: CInt)?

    package enum Failure: Error, Hashable, Sendable {
        case isRunning(String)
        case cannotListen(String, CInt)
        case wrongDescriptor

        package var message: String {
            switch self {
            case .isRunning(let path): "another daemon listens at \(path)"
            case .cannotListen(let path, let reason): "cannot listen at \(path): error \(reason)"
            case .wrongDescriptor: "what the service manager gave is no listening Unix stream socket"
            }
        }
    }

    private static let firstDescriptor: CInt = 3
    /// The last element of the path of the socket for sessions.
    package static let sessionName = "session.sock"

    /// - Parameters:
    ///   - path: used where the service manager gives none.
    ///   - takesSessions: whether there is a socket for sessions beside it.
    package init(
        at path: String, mode: UInt32, takesSessions: Bool = false, environment: Environment = Environment()
    ) throws(Failure) {
        if environment["LISTEN_PID"] == String(getpid()), let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }),
            count > 0
        {
            guard count <= 16 else { throw .wrongDescriptor }
            let given = Array(Self.firstDescriptor..<Self.firstDescriptor + count)
            let isForSessions = { unsafe latchkey_is_named($0, Self.sessionName) == 1 }
            sessions = given.filter(isForSessions)
            descriptors = given.filter { !isForSessions($0) }
            own = nil
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
            for descriptor in given {
                // Descriptors come over those for sessions alone.
                guard latchkey_is_listening(descriptor) == 1,
                    sessions.contains(descriptor) || latchkey_receive_senders(descriptor) == 0,
                    fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
                    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
                else { throw .wrongDescriptor }
            }
            return
        }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if unsafe mkdir(folder, 0o700) != 0 {
            guard errno == EEXIST else { throw .cannotListen(path, errno) }
        } else if mode & 0o006 != 0, unsafe chmod(folder, 0o755) != 0 {
            // Whatever the umask: a socket of everybody is of no use in a folder of one's own.
            throw .cannotListen(path, errno)
        }
        // Whoever has the lock may take away a socket that a killed daemon has left.
        let lock = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .cannotListen(path, errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            if reason == EWOULDBLOCK { throw .isRunning(path) }
            throw .cannotListen(path, reason)
        }
        unsafe unlink(path)
        let descriptor = unsafe latchkey_listen(path, mode)
        guard descriptor >= 0 else {
            let reason = errno
            close(lock)
            throw .cannotListen(path, reason)
        }
        descriptors = [descriptor]
        let session = folder + "/" + Self.sessionName
        if takesSessions {
            unsafe unlink(session)
            let descriptor = unsafe latchkey_listen_passing(session, mode)
            guard descriptor >= 0 else {
                let reason = errno
                close(lock)
                throw .cannotListen(session, reason)
            }
            sessions = [descriptor]
        } else {
            sessions = []
        }
        own = (takesSessions ? [path, session] : [path], lock)
    }

    /// Takes a socket of our own away. The lock file stays: taking it away, too, would let two daemons have it.
    package func end() {
        guard let own else { return }
        for path in own.paths { unsafe unlink(path) }
        for descriptor in descriptors + sessions { close(descriptor) }
        close(own.lock)
    }
}
