// A write transaction that lasts over several calls.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Everything that is done in it, or nothing: if it ends without ``commit()``, the file is as it was. Others read the
/// old state meanwhile, and do not write.
package final class LongTransaction {
    private let connection: Connection

    /// - Parameter connection: one that nothing else is done on.
    /// - Parameter triesAgain: as for ``Connection/writeAtOnce(adding:triesAgain:keeping:_:)``.
    /// - Returns: nil if another process is in the way.
    package init?(on connection: Connection, triesAgain: Bool) throws(KeychainError) {
        guard
            try connection.withoutWaiting({ () throws(KeychainError) in
                try connection.begin(adding: true, triesAgain: triesAgain)
            })
        else { return nil }
        self.connection = connection
        guard !connection.hasMoved else {
            throw KeychainError(
                .noSuchKeychain, during: "writing to a keychain that was taken away",
                hint: "make one with `security create-keychain`")
        }
    }

    deinit { if connection.isInTransaction { try? connection.run("ROLLBACK") } }

    /// Runs a part of what is to be done.
    /// - Throws: what `body` throws; the whole is then to be given up.
    package func perform<R>(
        _ body: (borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard connection.isInTransaction else {
            throw KeychainError(.internalError, during: "going on with a transaction that has ended")
        }
        return try body(WriteTransaction())
    }

    package func commit() throws(KeychainError) {
        guard connection.isInTransaction else {
            throw KeychainError(.internalError, during: "ending a transaction that has ended")
        }
        try connection.commit()
    }
}
