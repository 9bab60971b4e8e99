// Whether the tables of a file are those of a keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension Connection {
    /// More than a keychain has.
    private static let mostStatements = 100

    /// The statements that the tables, indexes and triggers were made by; a table is not looked into.
    func schemaStatements() throws(KeychainError) -> Set<String> {
        let rows = try rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT \(Self.mostStatements)")
        return Set(rows.compactMap { row in if case .text(let sql)? = row.first { sql } else { nil } })
    }

    /// Whether a table is there that not every keychain has.
    func hasTable(_ name: String) throws(KeychainError) -> Bool {
        try !rows("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)]).isEmpty
    }

    /// Looks at the version and the tables if they are others than when they were looked at last. A stranger's tables,
    /// views and triggers can have a statement run for ever, or use up the memory: a daemon opens files that any
    /// program of the user may have written.
    /// - Throws: `.wrongVersion` for a newer version, `.invalidKeychain` for any tables but those of its version.
    package func requireKnownSchema() throws(KeychainError) {
        guard case .integer(let cookie)? = try rows("PRAGMA schema_version").first?.first else { throw .otherTables }
        guard cookie != knownSchema else { return }
        try requireNoNewerVersion()
        try history.version(schemaNumber()).require(schemaStatements())
        knownSchema = cookie
    }
}

extension KeychainError {
    static let otherTables = KeychainError(
        .invalidKeychain, during: "opening a keychain", hint: "its tables are not those of a keychain")
}
