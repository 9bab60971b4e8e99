// What takes the password of a keychain, or takes the keychain away: slow, and done on other threads than the bus's.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// Of one keychain.
package protocol KeychainHandling: Sendable {
    /// - Parameter password: nil or empty for none.
    /// - Throws: `.duplicateKeychain` if there is one.
    func create(label: String, password: ItemSecret?) throws(KeychainError)
    /// - Throws: `.authFailed` for a wrong password; wrong ones are counted, and make the next wait.
    func unlock(with password: ItemSecret?) throws(KeychainError)
    func changePassword(from old: ItemSecret?, to new: ItemSecret?) throws(KeychainError)
    /// - Parameter password: of the keychain, if that has one.
    func destroy(provenBy password: ItemSecret?, hasPassword: Bool) throws(KeychainError)
    /// - Throws: `.authFailed` unless it is the keychain's password.
    func prove(_ password: ItemSecret?) throws(KeychainError)
    /// Seconds for which no password is tried, after wrong ones; 0 for none. It takes no time.
    func passwordWait() throws(KeychainError) -> Int
}
