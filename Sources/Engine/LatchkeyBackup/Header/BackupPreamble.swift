// Everything of a backup file that stands before its frames.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 2.
package struct BackupPreamble: Hashable, Sendable {
    package let header: BackupHeader
    /// What the code is of: the magic, the length, and the header.
    let authenticated: [UInt8]
    /// HMAC-SHA-256 under the header key.
    let code: [UInt8]

    private static let magic = Array("LTCKBAK".utf8)
    private static let version: UInt8 = 1
    /// Bytes of magic, version and length.
    private static let startSize = 12
    private static let largestHeader = 4096
    /// Bytes of the longest one, which is as much of a file as has to be read for it.
    package static let largestSize = startSize + largestHeader + Authenticator.size

    init(_ header: BackupHeader, under key: borrowing BackupKey) {
        self.header = header
        authenticated = Self.authenticated(header)
        code = key.headerCode(for: authenticated)
    }

    /// Reads the beginning of a file. What comes after it is left alone.
    /// - Throws: `.decode` for what is no backup or is cut short, `.wrongVersion` for one of a newer version.
    package init(reading beginning: [UInt8]) throws(KeychainError) {
        guard beginning.count >= Self.startSize, beginning.starts(with: Self.magic) else { throw .noBackup }
        guard beginning[Self.magic.count] == Self.version else { throw .newerVersion(during: "reading a backup") }
        let length = beginning[8..<12].reduce(0) { $0 << 8 | Int($1) }
        let end = Self.startSize + length
        guard length <= Self.largestHeader, beginning.count >= end + Authenticator.size else { throw .damagedBackup }
        header = unsafe try beginning.withRawBytes { bytes throws(KeychainError) in
            var reader = unsafe ByteReader(UnsafeRawBufferPointer(rebasing: bytes[Self.startSize..<end]))
            let header = try BackupHeader(from: &reader)
            try reader.requireEnd()
            return header
        }
        authenticated = Array(beginning[..<end])
        code = Array(beginning[end..<end + Authenticator.size])
        // One header has one encoding.
        guard Self.authenticated(header) == authenticated else { throw .damagedBackup }
    }

    private static func authenticated(_ header: BackupHeader) -> [UInt8] {
        let encoded = header.encoded
        var bytes = magic + [version]
        bytes.append(bigEndian: UInt32(encoded.count))
        return bytes + encoded
    }

    package var encoded: [UInt8] { authenticated + code }
    /// Bytes of it; the first frame begins there.
    package var count: Int { authenticated.count + code.count }

    /// What binds every frame to it.
    var digest: [UInt8] {
        var hash = SHA256()
        unsafe authenticated.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }
}
