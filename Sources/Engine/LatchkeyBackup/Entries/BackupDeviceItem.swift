// An item that comes back on its own device only.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 6.
package struct BackupDeviceItem: Sendable {
    package let itemClass: ItemClass
    package let protection: ProtectionClass
    /// The sealed body of an item's entry.
    let blob: [UInt8]

    init(itemClass: ItemClass, protection: ProtectionClass, blob: [UInt8]) {
        self.itemClass = itemClass
        self.protection = protection
        self.blob = blob
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(5 + blob.count)
        bytes.append(bigEndian: itemClass.code)
        bytes.append(protection.number)
        return bytes + blob
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        itemClass = try reader.itemClass()
        protection = try reader.protection()
        guard protection.isDeviceOnly else { throw .damagedBackup }
        blob = try reader.array(reader.remaining)
    }
}
