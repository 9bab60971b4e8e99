// Every secret of the tests, so that their output can be searched for it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// The file that `LATCHKEY_TEST_LEDGER` names, a line of hexadecimal digits for each secret. Without the variable
/// nothing is kept.
package enum SecretLedger {
    /// Bytes of a long secret that are kept: a leak of the whole shows its beginning.
    private static let longestPrefix = 64

    /// Where the ledger is, a path that no other run has.
    static let path = ProcessInfo.processInfo.environment["LATCHKEY_TEST_LEDGER"]

    private struct Book {
        let file: CInt
        var written: Set<[UInt8]> = []
    }

    /// Opened for appending, because the processes that tests start write to it as well.
    private static let book = Mutex<Book?>(
        path.map { path in
            let file = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            precondition(file >= 0, "LATCHKEY_TEST_LEDGER names a file that cannot be written")
            return Book(file: file)
        })

    /// Writes a secret down before anything can print it. Secrets that were written down already are skipped.
    package static func record(_ secret: some Sequence<UInt8>) {
        guard path != nil else { return }
        let prefix = Array(secret.prefix(longestPrefix))
        guard !prefix.isEmpty else { return }
        book.withLock { book in
            guard let file = book?.file, book?.written.insert(prefix).inserted == true else { return }
            var line = Array((Hex.digits(prefix) + "\n").utf8)
            // One write a line, so that lines of several processes stay whole; by the call that no thread of a test is
            // refused.
            let count = unsafe line.withUnsafeMutableBytes { bytes in
                var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe writev(file, &part, 1)
            }
            precondition(count == line.count, "the ledger cannot be written")
        }
    }
}
