// What a caller may read only where the user says so. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The rule for secrets of other programs' items, if there may be a user to ask.
package struct UserPermission: Hashable, Sendable {
    private let applicationIdentifier: String
    private let ownGroups: [AccessGroup]
    private let toolGroups: [AccessGroup]
    /// True for one of the keychain's tools, which sees every item, and not every secret.
    package let seesEveryItem: Bool

    fileprivate init(
        applicationIdentifier: String, ownGroups: [AccessGroup], toolGroups: [AccessGroup], seesEveryItem: Bool
    ) {
        self.applicationIdentifier = applicationIdentifier
        self.ownGroups = ownGroups
        self.toolGroups = toolGroups
        self.seesEveryItem = seesEveryItem
    }

    /// For a tool: whether the secret of an item which it sees is another program's. The tools share theirs: a user
    /// takes them for one.
    package func isNeeded(forItemIn group: AccessGroup, with list: @autoclosure () throws(KeychainError) -> AccessList)
        throws(KeychainError) -> Bool
    {
        guard !ownGroups.contains(group), !toolGroups.contains(group) else { return false }
        return try !list().names(applicationIdentifier)
    }

    /// For a tool: whether it reads the secret of an item with the user's permission alone. A public key is no secret:
    /// its bytes say that it is one, which no other program can change; its attributes can be.
    package func isWithheld(
        _ itemClass: ItemClass, in group: AccessGroup?, list: () throws(KeychainError) -> AccessList,
        isPublicKey: () -> Bool
    ) throws(KeychainError) -> Bool {
        guard itemClass != .certificate else { return false }
        if let group, try !isNeeded(forItemIn: group, with: try list()) { return false }
        return itemClass != .key || !isPublicKey()
    }

    /// For a tool: whether an item which it sees is another program's, whatever its list says.
    package func isAnothers(_ group: AccessGroup) -> Bool {
        seesEveryItem && !ownGroups.contains(group) && !toolGroups.contains(group)
    }

    /// For a program: whether the user may be asked about an item that is not the program's. One with an access list is
    /// meant for other programs, too, and so is what the user stored with a tool. No other item is spoken of: that
    /// would tell that there is one (reference 3.12.6).
    package func mayBeAsked(
        forItemIn group: AccessGroup, with list: @autoclosure () throws(KeychainError) -> AccessList
    )
        throws(KeychainError) -> Bool
    {
        guard !seesEveryItem, !ownGroups.contains(group), group != .token else { return false }
        if toolGroups.contains(group) { return true }
        return try !list().entries.isEmpty
    }
}

extension Caller {
    /// Nil if the caller reads what it sees, and nobody is asked for more.
    package var userPermission: UserPermission? {
        guard let toolGroups, let applicationIdentifier, !accessGroups.isEmpty else { return nil }
        return UserPermission(
            applicationIdentifier: applicationIdentifier, ownGroups: accessGroups, toolGroups: toolGroups,
            seesEveryItem: accessGroups.contains(.all))
    }
}
