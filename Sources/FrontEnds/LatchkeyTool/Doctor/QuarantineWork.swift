// Exports, restores and removes rows in quarantine, and says what became of each.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct QuarantineWork {
    private let keychain: OpenedKeychain

    init(_ keychain: OpenedKeychain) { self.keychain = keychain }

    /// One row at a time, the oldest first.
    func export(_ rows: [Examination.Quarantined], to path: String) throws(ToolFailure) {
        var target = try ExportFile(path: path)
        for row in rows {
            let whole = try lifting { () throws(KeychainError) in
                try keychain.client.quarantinedRow(row.number, in: keychain.address)
            }
            try target.write(SecretBytes(copying: QuarantineExport(whole).line()))
        }
        try target.finish()
        Console.errors.writeLine("latchkey: exported \(rows.count)")
    }

    func restore(_ rows: [Examination.Quarantined]) throws(ToolFailure) {
        for row in rows {
            let outcome = try lifting { () throws(KeychainError) in
                try keychain.client.restoreRow(row.number, in: keychain.address)
            }
            let text =
                switch outcome {
                case .restored: "restored"
                case .damaged: "not restored: it still does not open"
                case .locked: "not restored: the keychain is locked"
                case .occupied: "not restored: another item has its primary key, or its number"
                }
            Console.errors.writeLine("latchkey: row \(row.number): \(text)")
        }
    }

    /// A row that was restored before is not in quarantine any more, and is not removed.
    func remove(_ rows: [Examination.Quarantined]) throws(ToolFailure) {
        for row in rows {
            let isRemoved = try lifting { () throws(KeychainError) in
                do throws(KeychainError) {
                    try keychain.client.discardRow(row.number, in: keychain.address)
                    return true
                } catch {
                    guard error.code == .itemNotFound else { throw error }
                    return false
                }
            }
            if isRemoved { Console.errors.writeLine("latchkey: row \(row.number): removed") }
        }
    }
}
