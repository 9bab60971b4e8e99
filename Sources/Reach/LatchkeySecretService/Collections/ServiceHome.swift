// The keychains of the user of a bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// Used by the thread of the bus.
package protocol ServiceHome: AnyObject {
    /// The names of the keychains that are there, without their suffix, in no order; nil if that cannot be told.
    func keychainNames() -> [KeychainName]?
    /// Whether there is one of this name; nil if that cannot be told.
    func hasKeychain(named name: KeychainName) -> Bool?
    /// The store of a keychain, which need not be there.
    /// - Throws: for what can be the name of none.
    func collection(named name: KeychainName) throws(KeychainError) -> any CollectionStore
    /// Counts a call of a program that locks a keychain.
    /// - Parameter now: milliseconds of the monotonic clock.
    /// - Returns: false if programs have locked it too often of late.
    func countLock(of name: KeychainName, at now: UInt64) -> Bool
    /// Where it is kept which keychain is the default; nil if it is not kept.
    var aliasFile: String? { get }
}

extension ServiceHome {
    /// The keychain that is always there, and the default unless the user says otherwise.
    package static var loginName: KeychainName { "login" }
}
