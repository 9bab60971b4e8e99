// A rollback journal as SQLite would play it back: it changes nothing, and names a file to be deleted.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format is that of https://sqlite.org/fileformat2.html, section 3, with the super-journal's name at the end.
enum HotJournal {
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    private static let sectorSize = 512

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// - Parameter size: bytes of the database, which is to keep them.
    static func bytes(for size: Int, pageSize: Int = 4096, deleting victim: String) -> Data {
        let header = magic + number(0) + number(7) + number(size / pageSize) + number(sectorSize) + number(pageSize)
        let name = Array(victim.utf8)
        let checksum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
        let lockPage = 0x4000_0000 / pageSize + 1
        return Data(
            header + [UInt8](repeating: 0, count: sectorSize - header.count) + number(lockPage) + name
                + number(name.count)
                + number(checksum) + magic)
    }
}
