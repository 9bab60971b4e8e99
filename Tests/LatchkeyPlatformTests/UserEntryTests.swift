// Tests of the list of users.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LatchkeyPlatform

@Suite("The list of users") struct UserEntryTests {
    @Test func `root has its name and home`() {
        #expect(UserEntry(of: 0)?.name == "root")
        #expect(UserEntry(of: 0)?.home == "/root")
    }

    @Test func `a user that is in no list has no entry`() {
        #expect(UserEntry(of: 4_294_967_290) == nil && !UserEntry.isListed(4_294_967_290))
        #expect(UserEntry.isListed(0))
    }
}
