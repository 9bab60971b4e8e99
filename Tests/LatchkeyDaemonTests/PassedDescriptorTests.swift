// What becomes of descriptors that a client sends along, where the kernel lets them through.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import Testing

@Suite struct PassedDescriptorTests {
    @Test func `descriptors that come along are an error, and another thread closes them`() throws {
        var sockets: [CInt] = [-1, -1]
        var ends: [CInt] = [-1, -1]
        let isReady = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 && pipe(&ends) == 0
        try #require(isReady)
        defer { for descriptor in sockets + ends.prefix(1) { close(descriptor) } }
        let sent = Self.send(ends[1], over: sockets[0])
        close(ends[1])
        #expect(sent == 1)
        var buffer = [UInt8](repeating: 0, count: 16)
        var sender: Int32 = 0
        let count = unsafe latchkey_receive(sockets[1], &buffer, buffer.count, &sender)
        let reason = errno
        #expect(count == -1 && reason == EPROTO && buffer.allSatisfy { $0 == 0 })
        // The end of the pipe, once nobody has its other side.
        var other = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        let isOver = unsafe poll(&other, 1, 10_000) == 1
        #expect(isOver && other.revents & Int16(POLLHUP) != 0)
    }

    /// Sends one byte and a descriptor.
    private static func send(_ descriptor: CInt, over socket: CInt) -> Int {
        // cmsghdr: its length, the level, the type SCM_RIGHTS; then the descriptor.
        var control: [UInt64] = [20, UInt64(SOL_SOCKET) | 1 << 32, UInt64(descriptor)]
        var bytes: [UInt8] = [1]
        return unsafe control.withUnsafeMutableBytes { control in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe sendmsg(socket, &message, 0)
                }
            }
        }
    }
}
