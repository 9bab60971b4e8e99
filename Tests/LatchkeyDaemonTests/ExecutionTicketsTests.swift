// When an exec counts as known.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LatchkeyDaemon

@Suite struct ExecutionTicketsTests {
    /// What is known of some execs; the macro cannot take what cannot be copied.
    private func known(_ numbers: UInt64..., to tickets: borrowing ExecutionTickets) -> [UInt64] {
        numbers.filter { tickets.has($0) }
    }

    /// Two ends of a connection.
    private func connection() throws -> (server: CInt, client: CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    private func isOver(_ client: CInt) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(client, &byte, 1, CInt(MSG_DONTWAIT)) == 0
    }

    @Test func `an exec is known once every socket was empty since it was seen, and its connections end then`() throws {
        var tickets = ExecutionTickets(listeners: [3, 4])
        let connections = try (0..<3).map { _ in try connection() }
        defer { for one in connections { close(one.client) } }
        for (execution, one) in zip([7, 7, 8] as [UInt64], connections) {
            tickets.want(execution, of: 1000, on: one.server)
            tickets.took(from: 3)
        }
        tickets.emptied(3)
        var (found, wanted) = (known(7, 8, to: tickets), tickets.wanted)
        #expect(found == [] && wanted == [4])
        #expect(connections.allSatisfy { !isOver($0.client) })
        // 7 was seen before the round began, 8 in it.
        tickets.emptied(4)
        (found, wanted) = (known(7, 8, 9, to: tickets), tickets.wanted)
        #expect(found == [7] && Set(wanted) == [3, 4])
        #expect(connections.map { isOver($0.client) } == [true, true, false])
        tickets.emptied(4)
        tickets.emptied(3)
        (found, wanted) = (known(7, 8, 9, to: tickets), tickets.wanted)
        #expect(found == [7, 8] && wanted == [])
        #expect(isOver(connections[2].client))
    }

    @Test func `an exec that was seen while a later socket is emptied is not known for what waits at an earlier one`() {
        var tickets = ExecutionTickets(listeners: [3, 4])
        tickets.want(7, of: 1000, on: -1)
        tickets.emptied(3)
        // A process connects to the first socket here, becomes another program, and that connects to the second.
        tickets.want(8, of: 1000, on: -1)
        tickets.took(from: 4)
        tickets.emptied(4)
        let found = known(7, 8, to: tickets)
        #expect(found == [7])
    }

    @Test func `a socket that is never empty is done with when all have come that could wait at it`() {
        var tickets = ExecutionTickets(listeners: [3])
        tickets.want(7, of: 1000, on: -1)
        for _ in 0..<4097 { tickets.took(from: 3) }
        var found = known(7, to: tickets)
        #expect(found == [])
        tickets.took(from: 3)
        found = known(7, to: tickets)
        #expect(found == [7])
    }

    @Test func `the connections of a flood end at once, and another user's do not`() throws {
        var tickets = ExecutionTickets(listeners: [3])
        for number in 0..<UInt64(ExecutionTickets.mostOfUser) { tickets.want(number, of: 1000, on: -1) }
        let (one, another) = (try connection(), try connection())
        defer { for client in [one.client, another.client] { close(client) } }
        tickets.want(1 << 20, of: 1000, on: one.server)
        tickets.want(1 << 21, of: 1001, on: another.server)
        #expect(isOver(one.client) && !isOver(another.client))
        for _ in 0..<2 { tickets.emptied(3) }
        let found = known(1 << 20, 1 << 21, to: tickets)
        #expect(found == [1 << 21])
    }

    @Test func `an exec stays unknown where something waits that cannot be taken`() throws {
        var tickets = ExecutionTickets(listeners: [3])
        let one = try connection()
        defer { close(one.client) }
        tickets.want(7, of: 1000, on: one.server)
        tickets.dismiss()
        #expect(isOver(one.client))
        let (found, wanted) = (known(7, to: tickets), tickets.wanted)
        #expect(found == [] && wanted == [])
    }

    @Test func `so many execs are kept, and then none but the newest`() {
        var tickets = ExecutionTickets(listeners: [3])
        for number in 0..<UInt64(1 << 16) {
            tickets.want(number, of: 1000, on: -1)
            tickets.emptied(3)
        }
        var found = known(0, 1, to: tickets)
        #expect(found == [0, 1])
        tickets.want(1 << 16, of: 1000, on: -1)
        tickets.emptied(3)
        found = known(0, 1, 1 << 16, to: tickets)
        #expect(found == [1 << 16])
    }
}
