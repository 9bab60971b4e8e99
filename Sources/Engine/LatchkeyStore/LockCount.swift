// How often the keychain was locked by hand, as the file keeps it for processes that share no kernel keyring.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 13.
package struct LockCount {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// What the file says; what is no count there counts as none, because whoever writes it could also delete it.
    package func read() throws(KeychainError) -> Int64 {
        guard try hasTable else { return 0 }
        guard case .integer(let count)? = try connection.rows("SELECT count FROM locks WHERE id = 1").first?.first
        else {
            return 0
        }
        return count
    }

    /// Counts one more.
    /// - Returns: the new count, or nil if another process writes.
    package func advance() throws(KeychainError) -> Int64? {
        try connection.writeAtOnce { _ throws(KeychainError) in
            // Most keychains are locked by their session alone, and have no such table.
            if try !hasTable { try connection.run(DatabaseSchema.locks) }
            let count = try read() &+ 1
            try connection.run("INSERT OR REPLACE INTO locks(id, count) VALUES(1, ?)", [.integer(count)])
            return count
        }
    }

    private var hasTable: Bool {
        get throws(KeychainError) { try connection.hasTable("locks") }
    }
}
