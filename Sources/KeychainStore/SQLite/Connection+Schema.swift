// Whether the tables of a file are those of a keychain.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

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

    /// Looks at the tables where they are others than when they were looked at last. A stranger's tables, views and triggers can have
    /// a statement run for ever, or use up the memory: a daemon opens files that any program of the person may have written.
    /// - Throws: `.invalidKeychain` for any but those of a keychain.
    package func requireKnownSchema() throws(KeychainError) {
        guard case .integer(let version)? = try rows("PRAGMA schema_version").first?.first else { throw .otherTables }
        guard version != knownSchema else { return }
        let found = try schemaStatements().subtracting([DatabaseSchema.passwordTries, DatabaseSchema.locks])
        guard found == DatabaseSchema.statements else { throw .otherTables }
        knownSchema = version
    }
}

extension KeychainError {
    static let otherTables = KeychainError(
        .invalidKeychain, during: "opening a keychain", hint: "its tables are not those of a keychain")
}
