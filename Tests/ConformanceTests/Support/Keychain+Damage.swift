// Damage that a test does to a row behind the keychain's back.
// SPDX-License-Identifier: Apache-2.0

import LatchkeySecurityTestSupport
import LatchkeyStore
import LatchkeyTestSupport
import Testing

extension Keychain {
    /// Damages the generic password that was added as the `number`th, so that it does not open.
    func damage(row number: Int) throws {
        let connection = try Connection(path: home.keychain, readOnly: false)
        let row = "rowid = (SELECT rowid FROM genp ORDER BY rowid LIMIT 1 OFFSET \(number - 1))"
        _ = try connection.rows("UPDATE genp SET meta = x'01' WHERE \(row)")
        let damaged = try connection.rows("SELECT 1 FROM genp WHERE \(row) AND meta = x'01'")
        #expect(damaged.count == 1)
    }

    /// Rows of generic passwords, whether they open or not.
    func rowCount() throws -> Int {
        try Connection(path: home.keychain, readOnly: true).rows("SELECT 1 FROM genp").count
    }
}
