// What a calling program may do, and how that is found out.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// Who a program is to the keychain.
package struct PeerIdentity: Hashable, Sendable {
    package let caller: Caller
    /// True for who works for the person on keychains as a whole: makes, deletes and examines them, and sets their passwords.
    package let mayAdminister: Bool
    /// What the identity rests on.
    package let origin: IdentityReport.Origin
    /// Groups that the program asks for and that are not its team's to have.
    package let withheldGroups: [AccessGroup]

    package init(
        caller: Caller, mayAdminister: Bool, origin: IdentityReport.Origin, withheldGroups: [AccessGroup] = []
    ) {
        self.caller = caller
        self.mayAdminister = mayAdminister
        self.origin = origin
        self.withheldGroups = withheldGroups
    }
}

/// Finds out who a program is, from what the kernel says of it alone. Nothing that a client claims comes here.
package protocol PeerIdentifying: Sendable {
    /// Asked when a program connects, and again while it calls: the answer must not have changed then.
    /// - Throws: `.missingEntitlement` for a program that gets no identity.
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity
    /// Looks anew at what the answers depend on (SIGHUP).
    func reload()
}
