// The record at the end of a signed file: the directory, the signature over it, and a trailer that says how long both
// are.
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Documentation/Reference/Formats/CodeSignature.md, section 2.
package struct SignatureRecord: Hashable, Sendable {
    package let directory: CodeDirectory
    /// CMS SignedData over the encoded directory; for an ad-hoc signature its SHA-256, which protects from accidents
    /// only.
    package let message: [UInt8]

    /// The last bytes of every file with a record.
    package static let magic = Array("~Latchkey signature record~\n".utf8)
    /// Bytes of version, lengths and magic.
    static let trailerSize = 40
    /// Longest CMS message, in bytes.
    static let largestMessage = 1 << 16
    /// Longest record, in bytes.
    package static let largestSize = CodeDirectory.largestSize + largestMessage + trailerSize

    package init(_ directory: CodeDirectory, message: [UInt8]) {
        self.directory = directory
        self.message = message
    }

    package init(adHoc directory: CodeDirectory) {
        self.init(directory, message: Array(SHA256.hash(data: directory.encoded)))
    }

    /// What is appended to the file.
    package var encoded: [UInt8] {
        let directory = directory.encoded
        var bytes = directory + message + [1, 0, 0, 0]
        bytes.append(bigEndian: UInt32(directory.count))
        bytes.append(bigEndian: UInt32(message.count))
        return bytes + Self.magic
    }

    /// Reads the record at the end of a file.
    /// - Parameter end: the last bytes of the file, as many as the longest record has, or all.
    /// - Parameter fileSize: bytes of the whole file.
    /// - Throws: `.unsigned` if the file does not end in the magic, `.damagedRecord`, `.unknownVersion`.
    package init(endOfFile end: [UInt8], fileSize: UInt64) throws(SignatureProblem) {
        guard end.count >= Self.magic.count, end.suffix(Self.magic.count) == Self.magic[...] else { throw .unsigned }
        guard end.count >= Self.trailerSize else { throw .damagedRecord }
        let trailer = end.count - Self.trailerSize
        guard end[trailer..<trailer + 4] == [1, 0, 0, 0] else { throw .unknownVersion }
        let directorySize = Int(end.bigEndian(at: trailer + 4) as UInt32)
        let messageSize = Int(end.bigEndian(at: trailer + 8) as UInt32)
        guard directorySize <= CodeDirectory.largestSize, messageSize <= Self.largestMessage,
            directorySize + messageSize <= trailer
        else { throw .damagedRecord }
        let start = trailer - directorySize - messageSize
        directory = try CodeDirectory(decoding: Array(end[start..<start + directorySize]))
        message = Array(end[(start + directorySize)..<trailer])
        // The signature says where the file ends that it was made over: a record cannot be moved to the end of a longer
        // one.
        let recordSize = UInt64(directorySize + messageSize + Self.trailerSize)
        guard fileSize >= recordSize, directory.fileSize == fileSize - recordSize else { throw .damagedRecord }
        let isIntact = directory.team != nil || SignatureRecord(adHoc: directory).message == message
        guard isIntact else { throw .damagedRecord }
    }
}
