// What latchkey-session sends is taken as Wire.md says, and nothing else is.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyDaemon
import Testing

@Suite struct SessionHandoverTests {
    @Test func `what comes with the socket has sixteen bytes`() {
        #expect(SessionHandover.frame == Array("LATCHBUS".utf8) + [0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test func `the one descriptor that comes with it is taken`() throws {
        #expect(try Self.handed(SessionHandover.frame, rights: 1))
    }

    @Test(arguments: [
        (SessionHandover.frame, 0), (SessionHandover.frame, 2), (SessionHandover.frame, 3),
        (SessionHandover.frame + [0], 1), (Array(SessionHandover.frame.dropLast()), 1),
        (SessionHandover.frame.map { $0 == 1 ? 2 : $0 }, 1), ([0], 1), ([], 0),
    ])
    func `anything else is not, and its descriptors are closed`(bytes: [UInt8], rights: Int) throws {
        #expect(try !Self.handed(bytes, rights: rights))
    }

    /// Sends bytes and so many copies of one end of a pipe. The other end tells when the last of them is closed.
    private static func handed(_ bytes: [UInt8], rights: Int) throws -> Bool {
        var (sockets, ends): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        let isReady = unsafe latchkey_pair(&sockets) == 0 && pipe(&ends) == 0
        try #require(isReady)
        defer { for descriptor in sockets + ends.prefix(1) { close(descriptor) } }
        if !bytes.isEmpty {
            let sent = unsafe latchkey_send_rights(
                sockets[0], bytes, bytes.count, Array(repeating: ends[1], count: rights), CInt(rights))
            #expect(sent == bytes.count)
        }
        close(ends[1])
        let socket = SessionHandover.socket(from: sockets[1])
        var other = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        if let socket {
            let isOpen = unsafe poll(&other, 1, 0) == 0
            #expect(isOpen, "the caller has it")
            close(socket)
        }
        let isOver = unsafe poll(&other, 1, 10_000) == 1
        #expect(isOver && other.revents & Int16(POLLHUP) != 0, "nothing is left open")
        return socket != nil
    }
}
