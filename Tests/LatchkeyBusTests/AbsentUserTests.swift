// What the services of the machine say of a user and a process that they do not know.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import Testing

@Suite struct AbsentUserTests {
    /// No user has it: it stands for "unchanged" in the calls that set one.
    private static let nobody = UInt32.max

    @Test func `a user without a name has no fingers, and none of them matches`() {
        let reader = Fprintd(description: "test")
        #expect(reader.state(ofUser: Self.nobody) == .unavailable)
        var looks = 0
        let outcome = reader.verify(ofUser: Self.nobody) {
            looks += 1
            return looks < 3
        }
        guard case .unavailable = outcome else {
            Issue.record("a finger was asked for")
            return
        }
    }

    @Test func `a process that is not there is in no session, and nobody is at that`() {
        // Greater than any that Linux gives.
        let session = LoginSession(of: 1 << 30, user: Self.nobody)
        #expect(session == .unknown && session.presence(of: Self.nobody) == .away)
    }

    @Test func `a session that is not there has nobody`() {
        #expect(LoginSession.named("no such session").presence(of: Self.nobody) == .away)
        #expect(LoginSession.manager.presence(of: Self.nobody) == .away)
    }

    @Test func `how much of a user is there has an order`() {
        #expect(LoginSession.Presence.away < .active && LoginSession.Presence.active < .atSeat)
    }
}
