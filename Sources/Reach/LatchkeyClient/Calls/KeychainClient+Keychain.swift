// The calls on a keychain as a whole.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// For tools: a daemon takes most of them from the commands `security` and `latchkey` alone.
extension KeychainClient {
    /// - Parameter password: nil for a keychain that is bound to the device alone.
    package func create(password: ItemSecret?, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.create(password: password), in: keychain)
    }

    /// Takes the file away, and with it every item.
    package func destroy(_ keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.destroy, in: keychain)
    }

    package func lock(_ keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.lock, in: keychain)
    }

    package func unlock(with password: ItemSecret, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.unlock(password: password), in: keychain)
    }

    /// Sets, changes or (new: nil) removes the password.
    package func changePassword(
        from old: ItemSecret?, to new: ItemSecret?, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) {
        _ = try perform(.changePassword(old: old, new: new), in: keychain)
    }

    package func status(_ keychain: KeychainAddress? = nil) throws(KeychainError) -> KeychainStatus {
        guard case .status(let status) = try perform(.status, in: keychain) else { throw .otherReply }
        return status
    }

    package func set(_ settings: LockSettings, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.set(settings), in: keychain)
    }

    /// Looks at every row and names the damaged ones.
    package func examine(_ keychain: KeychainAddress? = nil) throws(KeychainError) -> Examination {
        guard case .examination(let examination) = try perform(.examine, in: keychain) else { throw .otherReply }
        return examination
    }

    /// A row in quarantine.
    package func quarantinedRow(
        _ number: Int64, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> QuarantinedRow {
        guard case .quarantinedRow(let row) = try perform(.quarantinedRow(number), in: keychain) else {
            throw .otherReply
        }
        return row
    }

    /// Puts a row in quarantine back if it opens again.
    package func restoreRow(
        _ number: Int64, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> RowRestoration {
        guard case .restoration(let outcome) = try perform(.restoreRow(number), in: keychain) else {
            throw .otherReply
        }
        return outcome
    }

    /// Takes a row out of quarantine for good.
    package func discardRow(_ number: Int64, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.discardRow(number), in: keychain)
    }

    /// The sealed secret of an item, as the file holds it.
    package func sealedData(
        of item: PersistentReference, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> [UInt8] {
        guard case .sealedData(let blob) = try perform(.sealedData(item), in: keychain) else { throw .otherReply }
        return blob
    }

    /// The programs beside those of its group that may read an item.
    package func accessList(
        of item: PersistentReference, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> AccessList {
        guard case .accessList(let list) = try perform(.accessList(item), in: keychain) else { throw .otherReply }
        return list
    }

    /// - Parameter password: the keychain's; nil if it has none.
    package func setAccessList(
        of item: PersistentReference, to list: AccessList, provenBy password: ItemSecret?,
        in keychain: KeychainAddress? = nil
    ) throws(KeychainError) {
        _ = try perform(.setAccessList(item, list, password: password), in: keychain)
    }
}
