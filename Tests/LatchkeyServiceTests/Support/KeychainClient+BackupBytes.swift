// Backups in memory.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

extension KeychainClient {
    func backUpBytes(
        _ keychain: KeychainAddress? = nil, under password: TestSecret = "backup", provenBy proof: TestSecret? = nil,
        between: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) -> (bytes: [UInt8], summary: BackupSummary) {
        var bytes: [UInt8] = []
        let summary = try backUp(keychain, under: ItemSecret(password), provenBy: proof.map(ItemSecret.init)) {
            piece throws(KeychainError) in
            bytes += piece
            try between()
        }
        return (bytes, summary)
    }

    @discardableResult
    func restoreBytes(
        _ bytes: [UInt8], to keychain: KeychainAddress? = nil, under password: TestSecret = "backup",
        provenBy proof: TestSecret? = nil, dryRun isDryRun: Bool = false, before: () throws(KeychainError) -> Void = {}
    ) throws(KeychainError) -> RestoreReport {
        try restore(
            to: keychain, under: ItemSecret(password), provenBy: proof.map(ItemSecret.init),
            reading: { offset, count throws(KeychainError) in
                try before()
                return Array(bytes.dropFirst(Int(offset)).prefix(count))
            }, if: { _ in !isDryRun })
    }

    /// Every generic password, by its account, with its secret.
    func everything() throws(KeychainError) -> [String: TestSecret] {
        var found: [String: TestSecret] = [:]
        for item in try items([:], configure: { $0.synchronizable = .any }) {
            guard case .string(let account)? = item.attributes[.account], let secret = item.secret else { continue }
            found[account] = TestSecret(found: secret.bytes)
        }
        return found
    }
}
