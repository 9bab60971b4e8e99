// Tests of as whom the processes of a user run.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LatchkeyDaemon

@Suite struct OwnUsersTests {
    private static let subordinate = """
        bob:100000:65536
        ann:165536:65536
        1000:500000:1
        ann:4294967295:4294967295
        ann:x:1
        ann:1
        """

    @Test func `a user has their own number, those of their namespaces, and root's`() {
        let users = OwnUsers(of: 1000, named: "ann", subordinate: Array(Self.subordinate.utf8))
        for own: UInt32 in [1000, 0, 165_536, 231_071, 500_000, .max] { #expect(users.contains(own), "\(own)") }
        for other: UInt32 in [1001, 1, 100_000, 165_535, 231_072, 500_001] {
            #expect(!users.contains(other), "\(other)")
        }
    }

    @Test func `without a name the lines of all users count`() {
        let users = OwnUsers(of: 1000, named: nil, subordinate: Array(Self.subordinate.utf8))
        #expect(users.contains(100_000) && users.contains(165_536) && !users.contains(1001))
    }

    @Test func `a process of another user is none of theirs`() {
        let users = OwnUsers(of: 1000, named: nil, subordinate: [])
        // This one runs as root, with few descriptors, or as who is not that user.
        #expect(users.mayRun(getpid()) == (getuid() == 0 || getuid() == 1000))
        #expect(OwnUsers(of: getuid(), named: nil, subordinate: []).mayRun(getpid()))
        #expect(!users.mayRun(0x7fff_fff0))
    }
}
