// What a backup consists of, one behind the other.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 5.
package enum BackupEntry: Sendable {
    /// The first one.
    case about(BackupAbout)
    case item(BackupItem)
    /// An item that comes back on the device alone that it was on, sealed under a key of that device.
    case deviceItem(BackupDeviceItem)
    /// Of the access list of the item before it: its plaintext, or of an item of the device its sealed blob.
    case listEntry(ItemSecret)
    /// What a deleted synchronizable item has left.
    case tombstone(BackupItem)
    /// The last one.
    case end(BackupEnd)

    /// The raw value is its number in the file.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case about = 1
        case item = 2
        case deviceItem = 3
        case listEntry = 4
        case tombstone = 5
        case end = 255

        /// Bytes of the longest body. That of an item is bounded by what its reader has room for.
        var longestBody: Int {
            switch self {
            case .about: 8 << 10
            case .item, .deviceItem, .tombstone: Int(UInt32.max)
            // An entry of an access list, sealed or not.
            case .listEntry: 8 << 10
            case .end: 4 << 10
            }
        }
    }

    var kind: Kind {
        switch self {
        case .about: .about
        case .item: .item
        case .deviceItem: .deviceItem
        case .listEntry: .listEntry
        case .tombstone: .tombstone
        case .end: .end
        }
    }

    /// Bytes of the number and the length that stand before a body.
    static let headerSize = 5

    /// The whole entry.
    package func encoded() -> SecretBytes {
        switch self {
        case .about(let about): framed(public: about.encoded)
        case .item(let item): unsafe framed(item.encodedSize) { unsafe item.write(to: $0) }
        case .deviceItem(let item): framed(public: item.encoded)
        case .listEntry(let body):
            unsafe framed(body.count) { target in
                unsafe body.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
        case .tombstone(let item): unsafe framed(item.encodedSize) { unsafe item.write(to: $0) }
        case .end(let end): framed(public: end.encoded)
        }
    }

    private func framed(public body: [UInt8]) -> SecretBytes {
        unsafe framed(body.count) { target in unsafe target.copyBytes(from: body) }
    }

    private func framed(_ count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) -> SecretBytes {
        unsafe SecretBytes(count: Self.headerSize + count) { target in
            unsafe target.storeBytes(of: kind.rawValue, as: UInt8.self)
            unsafe target.storeBytes(of: UInt32(count).bigEndian, toByteOffset: 1, as: UInt32.self)
            unsafe write(UnsafeMutableRawBufferPointer(rebasing: target[Self.headerSize...]))
        }
    }

    /// - Throws: `.wrongVersion` for a kind that is not known, `.decode` for a body that is none of its kind.
    init(_ kind: UInt8, _ body: borrowing SecretBytes) throws(KeychainError) {
        guard let kind = Kind(rawValue: kind) else { throw .newerVersion(during: "reading an entry of a backup") }
        self = unsafe try body.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = unsafe ByteReader(bytes)
            let entry: BackupEntry =
                switch kind {
                case .about: .about(try BackupAbout(from: &reader))
                case .item: .item(try BackupItem(from: &reader, hasSecret: true))
                case .deviceItem: .deviceItem(try BackupDeviceItem(from: &reader))
                case .listEntry: .listEntry(try reader.secret(reader.remaining))
                case .tombstone: .tombstone(try BackupItem(from: &reader, hasSecret: false))
                case .end: .end(try BackupEnd(from: &reader))
                }
            try reader.requireEnd()
            // What stays on its device is sealed for that, and nothing else is.
            if case .item(let item) = entry, item.protection.isDeviceOnly { throw .damagedBackup }
            return entry
        }
    }
}
