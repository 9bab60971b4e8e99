// What comes to the socket for latchkey-session: some bytes, and some descriptors with them.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import FuzzSupport
import Glibc

@testable import LatchkeyDaemon

/// The descriptors are copies of one end of a pipe, whose other end tells when the last of them is closed.
struct HandoverInput {
    private let bytes: [UInt8]
    private let count: Int

    /// The first byte says how many descriptors come along.
    init(_ input: ArraySlice<UInt8>) {
        count = min(Int(input.first ?? 0), Int(LATCHKEY_LARGEST_RIGHTS))
        bytes = Array(input.dropFirst())
    }

    func run() {
        var (sockets, ends): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        check(unsafe latchkey_pair(&sockets) == 0 && pipe(&ends) == 0, "there are descriptors")
        defer { for descriptor in sockets + ends.prefix(1) { close(descriptor) } }
        if !bytes.isEmpty {
            let sent = unsafe latchkey_send_rights(
                sockets[0], bytes, bytes.count, Array(repeating: ends[1], count: count), CInt(count))
            check(sent == bytes.count, "they are sent")
        }
        close(ends[1])
        let socket = SessionHandover.socket(from: sockets[1])
        check((socket != nil) == (bytes == SessionHandover.frame && count == 1), "what is written down is taken")
        if let socket {
            check(Self.wait(for: ends[0], milliseconds: 0) == 0, "the socket is open")
            close(socket)
        }
        check(Self.wait(for: ends[0], milliseconds: 5000) == 1, "no other descriptor is left open")
    }

    /// libFuzzer's clock interrupts.
    private static func wait(for end: CInt, milliseconds: CInt) -> CInt {
        var other = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        while true {
            let count = unsafe poll(&other, 1, milliseconds)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
