// Where the frames of a backup belong.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel

/// Binds a frame to its file, its place in that, and whether it is the last
/// (Documentation/Reference/Formats/Backup.md, section 4).
struct FramePlace {
    private let header: BackupHeader
    private let digest: [UInt8]

    /// Bytes of plaintext of every frame but the last, which may have fewer.
    static let plaintextSize = 65_536
    /// Bytes of such a frame.
    static let size = plaintextSize + SealedBlob.overhead

    init(_ preamble: BackupPreamble) {
        header = preamble.header
        digest = preamble.digest
    }

    func place(of number: UInt64, isLast: Bool) -> BlobPlace {
        BlobPlace(
            .backupFrame, keychain: header.keychain, row: header.backup,
            binding: number.bigEndianBytes + [isLast ? 1 : 0] + digest)
    }
}
