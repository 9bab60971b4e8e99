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
    package let evidence: IdentityReport.Evidence
    /// Groups that the program asks for and that are not its team's to have.
    package let withheldGroups: [AccessGroup]

    package init(
        caller: Caller, mayAdminister: Bool, origin: IdentityReport.Origin, evidence: IdentityReport.Evidence = .file,
        withheldGroups: [AccessGroup] = []
    ) {
        self.caller = caller
        self.mayAdminister = mayAdminister
        self.origin = origin
        self.evidence = evidence
        self.withheldGroups = withheldGroups
    }
}

extension PeerIdentity {
    /// The same on the program's own word.
    var stated: PeerIdentity {
        PeerIdentity(
            caller: caller, mayAdminister: mayAdminister, origin: origin, evidence: .stated,
            withheldGroups: withheldGroups)
    }
}

/// Finds out who a program is, from what the kernel says of it alone.
package protocol PeerIdentifying: Sendable {
    /// Asked when a program connects, and again while it calls: the answer must not have changed then.
    /// - Throws: `.missingEntitlement` for a program that gets no identity.
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity
    /// Who a program is that says itself which file it runs. Only a daemon asks that keeps no programs of its user apart.
    /// - Throws: `.missingEntitlement` for a file that gives no identity.
    func statedIdentity(of executable: PeerExecutable, user: UInt32) throws(KeychainError) -> PeerIdentity
    /// Looks anew at what the answers depend on (SIGHUP).
    func reload()
}

extension PeerIdentifying {
    /// Nobody's word is taken.
    package func statedIdentity(of executable: PeerExecutable, user: UInt32) throws(KeychainError) -> PeerIdentity {
        throw KeychainError(
            .missingEntitlement, during: "finding out which program is calling",
            hint: "the keychain daemon takes no program's word for what it is")
    }
}
