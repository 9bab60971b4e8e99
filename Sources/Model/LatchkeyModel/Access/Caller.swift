// The process that asks, as the policy sees it.
// SPDX-License-Identifier: Apache-2.0

/// Who is calling: the groups of a program in the order of its entitlements (reference 3.12).
package struct Caller: Hashable, Sendable {
    /// The program's groups; the first writable one is its default. Empty for a program without any entitlement.
    /// The last one may hold what the program has stored over a bus.
    package let accessGroups: [AccessGroup]

    /// What access lists call the program, or nil for one that no list can name.
    package let applicationIdentifier: String?

    /// The groups of the keychain's own tools, where the user decides what the caller may read beyond its groups; nil
    /// if there is nobody to decide, as in embedded mode.
    package let toolGroups: [AccessGroup]?

    /// - Parameter busOwner: what the group ends with ``AccessGroup/busSuffix`` behind that the program has over a bus;
    ///   nil for none. A program without a group that it may write to has none.
    package init(
        accessGroups: [AccessGroup], overBusAs busOwner: String? = nil, applicationIdentifier: String? = nil,
        toolGroups: [AccessGroup]? = nil
    ) {
        var groups = accessGroups
        if let busOwner, accessGroups.contains(where: { $0 != .token && $0 != .all }) {
            let bus = AccessGroup(rawValue: busOwner + AccessGroup.busSuffix)
            if !groups.contains(bus) { groups.append(bus) }
        }
        self.accessGroups = groups
        self.applicationIdentifier = applicationIdentifier
        self.toolGroups = toolGroups
    }

    /// The groups without that of the bus.
    package var directGroups: [AccessGroup] { accessGroups.withoutBus }
}
