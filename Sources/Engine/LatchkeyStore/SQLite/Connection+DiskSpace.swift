// Keeps enough of a disk that fills up for what makes room: deleting.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

extension Connection {
    /// Bytes that adding leaves free. Every write, a deletion too, goes to SQLite's log first and needs space there.
    private static let reserve = 256 << 10
    /// Bytes of the memory that the processes of a file share, at first.
    static let sharedMemorySize = 32 << 10
    /// Bytes with which the disk is looked at less often.
    private static let plenty = 1 << 30

    /// Where the disk is nearly full, folds the log into the database and gives its space back. That takes as much
    /// space as the log has at most, so it is done while there is still so much.
    /// - Parameter triesAgain: whether that is left to another time if others are in the way.
    /// - Returns: false if it is.
    /// - Throws: `.diskFull` before something is added to what deletions need.
    func makeRoom(adding isAdding: Bool, triesAgain: Bool = false) throws(KeychainError) -> Bool {
        // Within one step of the coarse clock, at most 10 ms, nothing fills a disk that had plenty of space.
        let now = CoarseTime.now
        guard now != lastPlenty else { return true }
        let free = FileSystem.freeSpace(at: path)
        guard free < Self.reserve + logSize else {
            if free > Self.plenty { lastPlenty = now }
            return true
        }
        if (try? foldLog()) == .integer(1), triesAgain { return false }
        guard isAdding, try FileSystem.freeSpace(at: path) + unusedSpace() < Self.reserve else { return true }
        throw .fullDisk(during: "adding on a full disk")
    }

    /// - Throws: `.diskFull` unless the disk has room for so many bytes.
    package func requireSpace(_ count: Int) throws(KeychainError) {
        guard FileSystem.freeSpace(at: path) >= count else { throw .fullDisk(during: "writing much to a keychain") }
    }

    var logSize: Int {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Bytes in the file that deletions have left.
    private func unusedSpace() throws(KeychainError) -> Int {
        guard case .integer(let pages)? = try rows("PRAGMA freelist_count").first?.first,
            case .integer(let size)? = try rows("PRAGMA page_size").first?.first
        else { return 0 }
        return Int(pages * size)
    }
}
