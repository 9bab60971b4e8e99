// What a keychain is called, and since when it is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 17.
package struct CollectionStore {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    package struct Entry: Hashable, Sendable {
        /// Nil if it is called as its file.
        package let label: String?
        /// Seconds since 2001-01-01 UTC.
        package let created: Double
        package let modified: Double
    }

    /// What the file says; what is none counts as none, because whoever writes it could also delete it.
    package func read() throws(KeychainError) -> Entry? {
        let row = try connection.rows("SELECT labl, cdat, mdat FROM collection WHERE id = 1").first ?? []
        guard row.count == 3, case .text(let label) = row[0], case .real(let created) = row[1],
            case .real(let modified) = row[2]
        else { return nil }
        return Entry(label: label.isEmpty ? nil : label, created: created, modified: modified)
    }

    /// - Parameter now: seconds since 2001-01-01 UTC.
    package func rename(
        to label: String, now: Double, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let created = try read()?.created ?? now
        try connection.run(
            "INSERT OR REPLACE INTO collection(id, labl, cdat, mdat) VALUES(1, ?, ?, ?)",
            [.text(label), .real(created), .real(now)])
    }
}
