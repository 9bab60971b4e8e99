// Backups and restores: the file is the caller's, and its bytes go to the keychain and back a piece at a time.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainClient {
    /// Makes a backup of a keychain.
    /// - Parameters:
    ///   - password: the one that the backup is to have.
    ///   - proof: the keychain's, and nil if it has none.
    ///   - progress: is told how many rows are done, and of how many.
    ///   - write: takes the next bytes of the file.
    /// - Throws: `.interactionNotAllowed` if the keychain is locked, and what `write` throws.
    package func backUp(
        _ keychain: KeychainAddress? = nil, under password: ItemSecret, provenBy proof: ItemSecret?,
        progress: (UInt64, UInt64) -> Void = { _, _ in }, write: ([UInt8]) throws(KeychainError) -> Void
    ) throws(KeychainError) -> BackupSummary {
        let number = try transferState(.beginBackup(password: password, proof: proof), in: keychain).number
        return try endingTransfer(number, in: keychain) { () throws(KeychainError) -> BackupSummary in
            while true {
                let state = try transferState(.transfer(number, .next), in: keychain)
                try write(state.bytes)
                progress(state.done, state.total)
                if let summary = state.summary { return summary }
            }
        }
    }

    /// Reads a backup, checks all of it, and then puts its items in the place of those that are there.
    /// - Parameters:
    ///   - password: that of the backup.
    ///   - proof: the keychain's, and nil if it has none.
    ///   - read: gives at most so many bytes of the file from an offset on, and none behind its end.
    ///   - goesOn: is asked when all was verified and nothing has changed; false ends it there.
    ///   - progress: is told how many entries are done, and of about how many, each of the two times.
    /// - Throws: `.authFailed` for a wrong password, `.decode` for a damaged file, and what `read` throws; then nothing
    ///   has changed.
    package func restore(
        to keychain: KeychainAddress? = nil, under password: ItemSecret, provenBy proof: ItemSecret?,
        progress: (UInt64, UInt64) -> Void = { _, _ in },
        reading read: (_ offset: UInt64, _ count: Int) throws(KeychainError) -> [UInt8],
        if goesOn: (RestoreReport) -> Bool
    ) throws(KeychainError) -> RestoreReport {
        let beginning = try read(0, Self.beginningSize)
        let begin = Request.beginRestore(beginning: beginning, password: password, proof: proof)
        let begun = try transferState(begin, in: keychain)
        let number = begun.number
        return try endingTransfer(number, in: keychain) { () throws(KeychainError) -> RestoreReport in
            func send() throws(KeychainError) -> RestoreReport {
                var offset = begun.position
                while true {
                    let piece = try read(offset, TransferStep.pieceSize)
                    guard !piece.isEmpty else { break }
                    offset += UInt64(piece.count)
                    let state = try transferState(.transfer(number, .piece(piece)), in: keychain)
                    progress(state.done, state.total)
                }
                guard let report = try transferState(.transfer(number, .endOfFile), in: keychain).report else {
                    throw .otherReply
                }
                return report
            }
            let report = try send()
            guard goesOn(report) else {
                _ = try transferState(.transfer(number, .cancel), in: keychain)
                return report
            }
            _ = try transferState(.transfer(number, .replace), in: keychain)
            return try send()
        }
    }

    /// Bytes of a file that hold what stands before the first piece.
    private static let beginningSize = 8192

    private func transferState(
        _ request: Request, in keychain: KeychainAddress?
    ) throws(KeychainError) -> TransferState {
        guard case .transfer(let state) = try perform(request, in: keychain) else { throw .otherReply }
        return state
    }

    /// Runs `body`, and lets the keychain know if it does not come to its end.
    private func endingTransfer<R>(
        _ number: UInt64, in keychain: KeychainAddress?, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try body()
        } catch {
            _ = try? perform(.transfer(number, .cancel), in: keychain)
            throw error
        }
    }
}
