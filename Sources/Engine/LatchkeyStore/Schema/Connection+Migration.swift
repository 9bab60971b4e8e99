// Brings a file to the newest version of the tables.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension Connection {
    /// What the file says of its version.
    func schemaNumber() throws(KeychainError) -> Int64 {
        guard case .integer(let number)? = try rows("PRAGMA user_version").first?.first else { throw .otherTables }
        return number
    }

    /// - Throws: `.wrongVersion` if a newer version has written the file. What is in its log stays there.
    func requireNoNewerVersion() throws(KeychainError) {
        guard try schemaNumber() > history.newest?.number ?? 0 else { return }
        keepLog()
        throw .newerVersion(during: "opening a keychain")
    }

    /// Runs all migrations that the file lacks. Whoever is killed meanwhile leaves the version that
    /// was there before.
    func migrate(in transaction: borrowing WriteTransaction) throws(KeychainError) {
        for version in history.versions(after: try schemaNumber()) {
            for statement in version.migration { try execute(statement) }
            try execute("PRAGMA user_version = \(version.number)")
        }
    }

    /// Brings a file of an older version to the newest.
    /// - Throws: `.readOnly` if it is older and cannot be written.
    func migrateIfOlder(isReadOnly: Bool) throws(KeychainError) {
        guard try schemaNumber() < history.newest?.number ?? 0 else { return }
        guard !isReadOnly else {
            throw KeychainError(
                .readOnly, during: "opening a keychain",
                hint: "an older version has written it; open it once where it can be written")
        }
        try write { transaction throws(KeychainError) in
            // Another process may have done it meanwhile.
            try requireKnownSchema()
            try migrate(in: transaction)
        }
        try requireKnownSchema()
    }
}
