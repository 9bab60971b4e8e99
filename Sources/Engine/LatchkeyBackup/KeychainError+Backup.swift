// What is wrong with a backup file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension KeychainError {
    package static let noBackup = KeychainError(
        .decode, during: "reading a backup", hint: "this file is no backup of a keychain; see `latchkey backup`")

    package static let damagedBackup = KeychainError(
        .decode, during: "reading a backup",
        hint: "the backup is damaged, or not whole; take another copy of it. Nothing was changed")

    /// A wrong password and a changed salt cannot be told apart.
    package static let wrongBackupPassword = KeychainError(
        .authFailed, during: "opening a backup",
        hint: "the password is not the one of this backup, or the beginning of the file is damaged")

    /// No key of the file is wrapped in a way that is known.
    package static let unknownWrappings = KeychainError(
        .wrongVersion, during: "opening a backup",
        hint: "no password opens this backup, but something that this version does not know; use a newer one")
}
