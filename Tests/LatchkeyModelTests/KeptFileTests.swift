// Tests of the names of damaged files that are kept.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Testing

@Suite struct KeptFileTests {
    @Test(arguments: [
        ("a.keychain-db.damaged-20261121T190400Z", "a.keychain-db"), ("b.damaged-19700101T000000Z.2", "b"),
        ("c.damaged-20261121T190400Z.damaged-20261121T190401Z.1000", "c.damaged-20261121T190400Z"),
    ])
    func `a dated name says from which keychain a file was kept`(name: String, keychain: String) {
        #expect(KeptFile.keychain(of: name) == keychain)
        #expect(KeptFile.isKept(name, from: keychain))
        #expect(!KeptFile.isKept(name, from: "a"))
    }

    @Test(arguments: [
        "a.keychain-db.damaged-x.keychain-db", "a.keychain-db.damaged-", "a.keychain-db.damaged-20261121T190400Z-wal",
        "a.keychain-db.damaged-20261121T190400Z.keychain-db", "a.keychain-db.damaged-20261121T190400Z.",
        "a.keychain-db.damaged-20261121T190400", "a.keychain-db.deleted-20261121T190400Z", "a.keychain-db", "",
    ])
    func `whatever else a program can call a keychain is no kept file`(name: String) {
        #expect(KeptFile.keychain(of: name) == nil)
        #expect(!KeptFile.isKept(name, from: "a.keychain-db"))
    }
}
