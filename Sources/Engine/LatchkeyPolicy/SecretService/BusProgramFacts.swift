// What is known of the program behind a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Found out from the kernel and from files; ``BusNaming`` makes a principal of it.
package struct BusProgramFacts: Hashable, Sendable {
    /// What stands between the program and the bus.
    package enum Enclosure: Hashable, Sendable {
        case none
        /// The process is `xdg-dbus-proxy`, and its sandbox says that it serves this application. That holds against
        /// programs in sandboxes, and not against others of the user.
        case flatpakProxy(application: String)
        /// It lives in a container or in namespaces of another user, and nothing is known of its file.
        case container
    }

    /// The bytes of the path of the file that runs, without symbolic links; may be empty in a container.
    package let path: [UInt8]
    package let enclosure: Enclosure
    /// On what its identity rests; nil if there is none, or if it is refused.
    package let origin: IdentityReport.Origin?
    /// Of the identity; nil also for a program that debuggers may look into.
    package let applicationIdentifier: String?
    /// The groups of the identity; if there is none, those that the file would have if it were looked at again now: at
    /// least the one of its path.
    package let groups: [AccessGroup]
    /// Whether root owns the file and every folder on the way to it, and nobody else can write one of them.
    package let isRoots: Bool
    /// Whether the user, and so every program of theirs, can put another program in the place of the file.
    package let isReplaceable: Bool
    /// Whether it runs what others wrote, and no signed launcher started it.
    package let isInterpreter: Bool
    /// Why the keychain cannot tell now which program it is, such as a file that was replaced while it ran; nil if it
    /// can.
    package let refusal: String?

    package init(
        path: [UInt8], enclosure: Enclosure = .none, origin: IdentityReport.Origin?, applicationIdentifier: String?,
        groups: [AccessGroup], isRoots: Bool, isReplaceable: Bool = false, isInterpreter: Bool = false,
        refusal: String? = nil
    ) {
        self.path = path
        self.enclosure = enclosure
        self.origin = origin
        self.applicationIdentifier = applicationIdentifier
        self.groups = groups
        self.isRoots = isRoots
        self.isReplaceable = isReplaceable
        self.isInterpreter = isInterpreter
        self.refusal = refusal
    }
}
