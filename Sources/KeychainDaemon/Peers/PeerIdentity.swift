// What a calling program may do, and how that is found out.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// Who a program is to the keychain.
package struct PeerIdentity: Hashable, Sendable {
    package let caller: Caller
    /// True for who works for the person on keychains as a whole: makes, deletes and examines them, and sets their passwords.
    package let mayAdminister: Bool

    package init(caller: Caller, mayAdminister: Bool) {
        self.caller = caller
        self.mayAdminister = mayAdminister
    }
}

/// Finds out who a program is, from what the kernel says of it alone. Nothing that a client claims comes here.
package protocol PeerIdentifying: Sendable {
    /// - Throws: `.missingEntitlement` for a program that gets no identity.
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity
    /// Looks anew at what the answers depend on (SIGHUP).
    func reload()
}
