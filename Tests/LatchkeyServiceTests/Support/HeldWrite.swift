// A write of somebody else that takes its time.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// A transaction of a connection of its own, as another process has one. It has deleted every generic password and is
/// not committed.
struct HeldWrite {
    private let writer: Connection

    init(in home: TemporaryHome) throws {
        writer = try Connection(path: home.keychain, readOnly: false)
        try writer.run("BEGIN IMMEDIATE")
        try writer.run("DELETE FROM genp")
        // The lock is held: another writer is in the way.
        let second = try Connection(path: home.keychain, readOnly: false)
        try #require(try second.writeAtOnce { _ throws(KeychainError) in } == nil)
    }

    /// Undoes the deletion, and lets others write.
    func release() throws { try writer.run("ROLLBACK") }
}
