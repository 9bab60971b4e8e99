// A version of the tables of a keychain file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// How a version is made from the one before it, and what a file of the version has. Once it has landed it stays as it
/// is: files of it are out there (Documentation/Reference/Formats/Database.md, section 1).
package struct SchemaVersion: Hashable, Sendable {
    /// What `user_version` says in a file of this version.
    package let number: Int64
    /// What is run in a file of the version before, or in a new file for the first version. The tables have to change
    /// with each version, so that other processes look at the version again (``Connection/requireKnownSchema()``).
    let migration: [String]
    /// What SQLite has in every file of the version for its tables, indexes and triggers.
    let schema: Set<String>
    /// The tables that not every file of the version has.
    let optional: Set<String>

    /// The first version.
    /// - Parameter rows: what is put into the tables.
    /// - Parameter others: what SQLite makes for itself.
    init(
        number: Int64, statements: [String], rows: [String], alsoHas others: Set<String>, mayHave optional: Set<String>
    ) {
        self.number = number
        migration = statements + rows
        schema = Set(statements).union(others)
        self.optional = optional
    }

    /// A later version.
    package init(number: Int64, migration: [String], schema: Set<String>, optional: Set<String>) {
        self.number = number
        self.migration = migration
        self.schema = schema
        self.optional = optional
    }

    /// - Throws: `.invalidKeychain` for other tables than a file of this version has.
    func require(_ statements: Set<String>) throws(KeychainError) {
        guard statements.subtracting(optional) == schema else { throw .otherTables }
    }
}
