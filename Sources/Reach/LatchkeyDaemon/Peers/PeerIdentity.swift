// What a calling program may do, and how that is found out.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Who a program is to the keychain.
package struct PeerIdentity: Hashable, Sendable {
    package let caller: Caller
    /// True for who works for the user on keychains as a whole: makes, deletes and examines them, and sets their
    /// passwords.
    package let mayAdminister: Bool
    /// What the identity rests on.
    package let origin: IdentityReport.Origin
    package let evidence: IdentityReport.Evidence
    /// Which exec of the process it is about, where the kernel's word of that is had.
    package let execution: UInt64?
    /// Groups that the program asks for and that are not its team's to have.
    package let withheldGroups: [AccessGroup]

    package init(
        caller: Caller, mayAdminister: Bool, origin: IdentityReport.Origin, evidence: IdentityReport.Evidence = .file,
        execution: UInt64? = nil, withheldGroups: [AccessGroup] = []
    ) {
        self.execution = execution
        self.caller = caller
        self.mayAdminister = mayAdminister
        self.origin = origin
        self.evidence = evidence
        self.withheldGroups = withheldGroups
    }
}

extension PeerIdentity {
    /// The same on the program's own word.
    var stated: PeerIdentity { resting(on: .stated, nil) }

    /// The same of one exec.
    func resting(on basis: IdentityBasis, _ execution: Execution?) -> PeerIdentity {
        resting(on: basis.evidence, execution?.number)
    }

    private func resting(on evidence: IdentityReport.Evidence, _ execution: UInt64?) -> PeerIdentity {
        PeerIdentity(
            caller: caller, mayAdminister: mayAdminister, origin: origin, evidence: evidence, execution: execution,
            withheldGroups: withheldGroups)
    }
}

/// Finds out who a program is, from what the kernel says of it alone.
package protocol PeerIdentifying: Sendable {
    /// Asked when a program connects, and again while it calls: the answer must not have changed then.
    /// - Throws: `.missingEntitlement` for a program that gets no identity.
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity
    /// Who a program is that says itself which file it runs. Only a daemon asks that keeps no programs of its user
    /// apart.
    /// - Throws: `.missingEntitlement` for a file that gives no identity.
    func statedIdentity(of executable: PeerExecutable, user: UInt32) throws(KeychainError) -> PeerIdentity
    /// The number of the last exec of a process, which no other has; nil if nobody keeps them. Costs a system call, so
    /// that every request can ask.
    /// - Throws: `.missingEntitlement` if they are kept, and there is none of this process.
    func execution(of process: PeerProcess) throws(KeychainError) -> UInt64?
    /// Whether a process has made these connections, which it has open, since its last exec, as far as anybody can
    /// tell.
    func isOwn(_ sockets: [HeldSocket], of process: PeerProcess) -> Bool
    /// Whether a program runs what others wrote, so that it is whatever it is given.
    func isInterpreter(_ executable: PeerExecutable, in process: PeerProcess) -> Bool
    /// Looks anew at what the answers depend on (SIGHUP).
    func reload()
}

extension PeerIdentifying {
    package func isInterpreter(_ executable: PeerExecutable, in process: PeerProcess) -> Bool { false }

    package func isOwn(_ sockets: [HeldSocket], of process: PeerProcess) -> Bool { true }

    /// Nobody's word is taken.
    package func statedIdentity(of executable: PeerExecutable, user: UInt32) throws(KeychainError) -> PeerIdentity {
        throw KeychainError(
            .missingEntitlement, during: "finding out which program is calling",
            hint: "the keychain daemon takes no program's word for what it is")
    }
}
