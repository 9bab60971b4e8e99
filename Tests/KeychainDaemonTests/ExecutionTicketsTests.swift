// When an exec counts as known.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import KeychainDaemon

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

    @Test func `an exec is known once everything that waited has been accepted, and its connections end then`() throws {
        var tickets = ExecutionTickets()
        let connections = try (0..<3).map { _ in try connection() }
        defer { for one in connections { close(one.client) } }
        for (execution, one) in zip([7, 7, 8] as [UInt64], connections) { tickets.want(execution, on: one.server) }
        var (found, areWanted) = (known(7, 8, to: tickets), tickets.areWanted)
        #expect(found == [] && areWanted)
        #expect(connections.allSatisfy { !isOver($0.client) })
        tickets.issue()
        (found, areWanted) = (known(7, 8, 9, to: tickets), tickets.areWanted)
        #expect(found == [7, 8] && !areWanted)
        #expect(connections.allSatisfy { isOver($0.client) })
    }

    @Test func `an exec stays unknown where something may still wait`() throws {
        var tickets = ExecutionTickets()
        let one = try connection()
        defer { close(one.client) }
        tickets.want(7, on: one.server)
        tickets.dismiss()
        #expect(isOver(one.client))
        let (found, areWanted) = (known(7, to: tickets), tickets.areWanted)
        #expect(found == [] && !areWanted)
    }

    @Test func `so many execs are kept, and then none but the newest`() {
        var tickets = ExecutionTickets()
        for number in 0..<UInt64(1 << 16) {
            tickets.want(number, on: -1)
            tickets.issue()
        }
        var found = known(0, 1, to: tickets)
        #expect(found == [0, 1])
        tickets.want(1 << 16, on: -1)
        tickets.issue()
        found = known(0, 1, 1 << 16, to: tickets)
        #expect(found == [1 << 16])
    }
}
