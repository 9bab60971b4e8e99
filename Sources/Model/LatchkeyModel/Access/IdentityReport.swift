// Who a program is to the keychain, for a user who wants to know.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package struct IdentityReport: Hashable, Sendable {
    /// What an identity rests on.
    package enum Origin: Hashable, Sendable {
        /// A signature of a team that root trusts: the team, the name of the program within it, and its digest (SHA-256
        /// of the directory).
        case signature(team: String, identifier: String, digest: [UInt8])
        /// A script whose launcher has such a signature: also the path of the script.
        case script(team: String, identifier: String, digest: [UInt8], path: String)
        /// The path of the file, for a program without a signature.
        case path
        /// One of the keychain's own tools.
        case tool
        /// The unit of a service of the system.
        case service(String)
        case snap(String)
        case flatpak(String)
        /// The keychain runs inside the program.
        case embedded
    }

    /// How much the kernel says of an identity.
    package enum Evidence: UInt8, Hashable, Sendable, CaseIterable {
        /// The program says it itself.
        case stated
        /// The file that the process runs, and what is loaded into it.
        case file
        /// The same, if every user can have a process pass for another file.
        case weakFile
        /// The file that the kernel has seen the process execute.
        case witnessed
    }

    package let processID: Int32
    package let userID: UInt32
    /// The path of the file that the process runs, for a user: not every byte need be the path's.
    package let executable: String
    /// Nil for a program that is refused.
    package let origin: Origin?
    package let evidence: Evidence
    package let applicationIdentifier: String?
    /// In the order in which they count; the first that can be written is for new items.
    package let accessGroups: [AccessGroup]
    /// Groups that the program asks for and does not get, since they are not its team's.
    package let withheldGroups: [AccessGroup]
    /// Why the program is refused.
    package let refusal: ErrorWords?

    package init(
        processID: Int32, userID: UInt32, executable: String, origin: Origin?, evidence: Evidence = .file,
        applicationIdentifier: String?, accessGroups: [AccessGroup], withheldGroups: [AccessGroup] = [],
        refusal: ErrorWords? = nil
    ) {
        self.processID = processID
        self.userID = userID
        self.executable = executable
        self.origin = origin
        self.evidence = evidence
        self.applicationIdentifier = applicationIdentifier
        self.accessGroups = accessGroups
        self.withheldGroups = withheldGroups
        self.refusal = refusal
    }
}
