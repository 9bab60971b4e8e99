// The process that asks, as the policy sees it.
// SPDX-License-Identifier: Apache-2.0

/// Who is calling: the groups of a program in the order of its entitlements (reference 3.12).
package struct Caller: Hashable, Sendable {
    /// The program's groups; the first writable one is its default. Empty for a program without any entitlement.
    package let accessGroups: [AccessGroup]

    /// What access lists call the program, or nil for one that no list can name.
    package let applicationIdentifier: String?

    /// The groups of the keychain's own tools, where the user decides what the caller may read beyond its groups; nil
    /// if there is nobody to decide, as in embedded mode.
    package let toolGroups: [AccessGroup]?

    package init(
        accessGroups: [AccessGroup], applicationIdentifier: String? = nil, toolGroups: [AccessGroup]? = nil
    ) {
        self.accessGroups = accessGroups
        self.applicationIdentifier = applicationIdentifier
        self.toolGroups = toolGroups
    }
}
