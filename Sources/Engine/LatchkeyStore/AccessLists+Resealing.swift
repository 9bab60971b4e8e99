// The access list of an item under other keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

extension AccessLists {
    var isEmpty: Bool {
        get throws(KeychainError) { try connection.rows("SELECT 1 FROM acls LIMIT 1").isEmpty }
    }

    /// Seals the entries of an item's list under other keys. One that does not open stays: it shares
    /// the item with nobody, before and after.
    func reseal(
        of row: ItemRow, from old: borrowing UnlockedKeybag, to new: borrowing UnlockedKeybag,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let reference = SQLValue.blob(row.identifier.bytes)
        let place = UnlockedKeybag.KeyAndPlace(
            accessListOf: PersistentReference(itemClass: row.itemClass, identifier: row.identifier),
            under: row.protection)
        for entry in try connection.rows("SELECT appl, data FROM acls WHERE persistref = ?", [reference]) {
            guard case .blob(let blob) = entry[1] else { continue }
            do throws(KeychainError) {
                let resealed = try new.seal(old.open(blob, at: place), at: place)
                try connection.run(
                    "UPDATE acls SET data = ? WHERE persistref = ? AND appl = ?",
                    [.blob(resealed), reference, entry[0]])
            } catch  where error.code == .decode {
                continue
            }
        }
    }
}
