// How a backup goes from a keychain to a file, and back, a piece at a time.
// SPDX-License-Identifier: Apache-2.0

/// One step of a backup or a restore that has begun. The file is the command's: the keychain never opens one by its
/// path.
package enum TransferStep: Hashable, Sendable {
    /// Of a backup: gives the next bytes of the file.
    case next
    /// Of a restore: takes the next bytes of the file.
    case piece([UInt8])
    /// Of a restore: the file has no more bytes. The first time it is then known to be whole, the second time it has
    /// taken the place of what was there.
    case endOfFile
    /// Of a restore, after the first time: the file comes again, and now everything changes.
    case replace
    /// Ends it. A restore then has changed nothing.
    case cancel

    /// Bytes of one piece: a keychain is not held for longer than that takes, and no frame on the wire is long.
    package static let pieceSize = 256 << 10
}
