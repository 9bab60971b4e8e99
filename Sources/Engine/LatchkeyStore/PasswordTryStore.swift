// Wrong passwords in a row, as the file keeps them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 10.
package struct WrongPasswords: Hashable, Sendable {
    /// Wrong passwords since the last right one.
    package let count: Int
    /// When the last of them was tried, in seconds since 2001-01-01 UTC.
    package let last: Double

    package init(count: Int, last: Double) {
        self.count = count
        self.last = last
    }

    package static let none = WrongPasswords(count: 0, last: 0)
}

package struct PasswordTryStore {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// What the file says; what is no count there counts as none, because whoever writes it could also delete it.
    package func wrong() throws(KeychainError) -> WrongPasswords {
        guard try hasTable else { return .none }
        let row = try connection.rows("SELECT wrong, tdat FROM passwordtries WHERE id = 1").first ?? []
        guard row.count == 2, case .integer(let count) = row[0], case .real(let last) = row[1], count > 0 else {
            return .none
        }
        return WrongPasswords(count: Int(clamping: min(count, 1_000_000)), last: last)
    }

    package func store(
        _ wrong: WrongPasswords, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        // Most keychains never see a wrong password, and have no such table.
        if try !hasTable { try connection.run(DatabaseSchema.passwordTries) }
        try connection.run(
            "INSERT OR REPLACE INTO passwordtries(id, wrong, tdat) VALUES(1, ?, ?)",
            [.integer(Int64(wrong.count)), .real(wrong.last)])
    }

    /// Ends the count. Writes only if there is one.
    /// - Returns: nil if another process writes.
    package func reset() throws(KeychainError) -> Void? {
        guard try wrong() != .none else { return () }
        return try connection.writeAtOnce { _ throws(KeychainError) in
            try connection.run("DELETE FROM passwordtries")
        }
    }

    private var hasTable: Bool {
        get throws(KeychainError) { try connection.hasTable("passwordtries") }
    }
}
