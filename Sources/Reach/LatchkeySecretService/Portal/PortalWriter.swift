// Writes a key to the descriptor of whoever wants it, who may never read it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyPlatform

enum PortalWriter {
    /// Milliseconds for the whole of it.
    static let patience: Int64 = 5000

    /// Blocks as long as that; on no thread that others wait for. The other end sees the end of the file before this
    /// returns, though the message still has the descriptor.
    /// - Returns: false if the key has not gone out as a whole.
    static func write(_ key: ItemSecret, to descriptor: BusDescriptor) -> Bool {
        defer { replaceByNothing(descriptor) }
        // Whoever has closed the other end must not end this process.
        var broken = sigset_t()
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &broken, nil)
        let flags = fcntl(descriptor.number, F_GETFL)
        guard flags >= 0, fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) == 0 else { return false }
        let ends = milliseconds() + patience
        return unsafe key.bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let left = ends - milliseconds()
                var state = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
                guard left > 0 else { return false }
                let ready = unsafe poll(&state, 1, CInt(clamping: left))
                if ready < 0, errno == EINTR { continue }
                guard ready > 0, let start = bytes.baseAddress else { return false }
                let count = unsafe Glibc.write(descriptor.number, start + done, bytes.count - done)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    private static func replaceByNothing(_ descriptor: BusDescriptor) {
        let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return }
        _ = dup2(nothing, descriptor.number)
        _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
        close(nothing)
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
