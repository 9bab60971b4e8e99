// Brings a backup to a file, and back, with a line that shows how far it has come.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform

/// Of one keychain of a client.
package struct BackupJob {
    private let client: KeychainClient
    private let keychain: KeychainAddress

    package init(_ client: KeychainClient, of keychain: KeychainAddress) {
        self.client = client
        self.keychain = keychain
    }

    package enum Failure: Error, Hashable, Sendable {
        case file(FileFailure)
        case keychain(KeychainError)
    }

    /// - Parameters:
    ///   - path: where the backup goes, and `-` for standard output.
    ///   - replaces: whether a file that is there is replaced.
    ///   - password: the one that the backup is to have.
    ///   - proof: the keychain's, and nil if it has none.
    package func backUp(
        to path: String, replacing replaces: Bool, under password: ItemSecret, provenBy proof: ItemSecret?
    ) throws(Failure) -> BackupSummary {
        let file = try onFile { () throws(FileFailure) in try PartialFile(path: path, replacing: replaces) }
        let progress = ProgressLine("backing up")
        defer { progress.end() }
        var failure: FileFailure?
        let summary: BackupSummary
        do throws(KeychainError) {
            summary = try client.backUp(
                keychain, under: password, provenBy: proof, progress: { progress.show($0, of: $1) },
                write: { bytes throws(KeychainError) in
                    do throws(FileFailure) {
                        try file.write(bytes)
                    } catch {
                        failure = error
                        throw KeychainError(.inputOutput, during: "writing a backup")
                    }
                })
        } catch {
            file.discard()
            if let failure { throw .file(failure) }
            throw .keychain(error)
        }
        do throws(FileFailure) { try file.finish() } catch {
            file.discard()
            throw .file(error)
        }
        return summary
    }

    /// - Parameter proof: the keychain's password, and nil if it has none.
    /// - Parameter isDryRun: whether the backup is only checked, and compared with what is there.
    package func restore(
        _ file: BackupFile, under password: ItemSecret, provenBy proof: ItemSecret?, dryRun isDryRun: Bool = false
    ) throws(Failure) -> RestoreReport {
        var progress = ProgressLine("checking")
        defer { progress.end() }
        do throws(KeychainError) {
            return try client.restore(
                to: keychain, under: password, provenBy: proof, progress: { progress.show($0, of: $1) },
                reading: { offset, count throws(KeychainError) in try file.read(count, from: offset) },
                if: { _ in
                    progress.end()
                    progress = ProgressLine("restoring")
                    return !isDryRun
                })
        } catch {
            throw .keychain(error)
        }
    }

    private func onFile<R>(_ body: () throws(FileFailure) -> R) throws(Failure) -> R {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
