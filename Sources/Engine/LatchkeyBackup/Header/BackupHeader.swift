// What a backup says of itself before anything of it is opened.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 2. Nothing in it is secret.
package struct BackupHeader: Hashable, Sendable {
    /// Names the backup.
    package let backup: RowIdentifier
    /// The keychain that it is of.
    package let keychain: RowIdentifier
    /// Seconds since 2001-01-01 UTC.
    package let time: Double
    /// What the machine is called, in 16 bytes that only say whether it is this one.
    package let device: RowIdentifier
    /// Ascending by their kinds.
    package let wrappings: [BackupWrapping]

    package init(
        backup: RowIdentifier, keychain: RowIdentifier, time: Double, device: RowIdentifier,
        wrappings: [BackupWrapping]
    ) {
        self.backup = backup
        self.keychain = keychain
        self.time = time
        self.device = device
        self.wrappings = wrappings
    }

    package var passwordWrapping: BackupWrapping.Password? {
        for case .password(let password) in wrappings { return password }
        return nil
    }

    var encoded: [UInt8] {
        var bytes = backup.bytes + keychain.bytes
        bytes.append(bigEndian: time.bitPattern)
        bytes += device.bytes
        bytes.append(UInt8(wrappings.count))
        for wrapping in wrappings { wrapping.append(to: &bytes) }
        return bytes
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        backup = try reader.identifier()
        keychain = try reader.identifier()
        time = Double(bitPattern: try reader.number(UInt64.self))
        device = try reader.identifier()
        let count = Int(try reader.number(UInt8.self))
        var wrappings: [BackupWrapping] = []
        for _ in 0..<count {
            let wrapping = try BackupWrapping(from: &reader)
            guard wrappings.last.map({ $0.kind < wrapping.kind }) ?? true else { throw .damagedBackup }
            wrappings.append(wrapping)
        }
        guard !wrappings.isEmpty else { throw .damagedBackup }
        self.wrappings = wrappings
    }
}
