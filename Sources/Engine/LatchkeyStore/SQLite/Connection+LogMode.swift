// A keychain is in WAL mode; a file in another mode is not touched.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

extension Connection {
    /// "SQLite format 3", with the zero at its end.
    static let magic = Array("SQLite format 3\0".utf8)

    /// Whether a header says that readers and writers use a WAL (bytes 18 and 19 of SQLite's file format are 2).
    static func isInLogMode(header: [UInt8]) -> Bool { header.count > 19 && header[18] == 2 && header[19] == 2 }

    /// SQLite would write a rollback journal beside a file that was switched to another mode, and the VFS has none.
    /// - Parameter hasJournal: a journal lies beside the file. Whoever opens that with `sqlite3` has it played back.
    /// - Throws: `.invalidKeychain` for such a file, before SQLite has read it.
    func requireLogMode(besideJournal hasJournal: Bool) throws(KeychainError) {
        let header = try header(count: 20)
        guard header.starts(with: Self.magic), !Self.isInLogMode(header: header) else { return }
        guard !hasJournal else {
            throw KeychainError(
                .invalidKeychain, during: "opening a keychain",
                hint:
                    "somebody's -journal lies beside the file; do not open it with sqlite3, which would play that back: move it away"
            )
        }
        throw KeychainError(
            .invalidKeychain, during: "opening a keychain",
            hint: "the file is not in WAL mode; switch it back with `sqlite3 FILE 'PRAGMA journal_mode=WAL'`")
    }
}
