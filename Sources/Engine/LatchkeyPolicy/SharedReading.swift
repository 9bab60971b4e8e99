// What a caller may read of the items of other programs' groups. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Where a search may look: the caller's groups, and what access lists share with it.
package struct ReadingDecision: Hashable, Sendable {
    /// The groups of the caller; none of them where the query names a group that is not the caller's.
    package let scope: GroupScope
    /// Those of ``scope`` that are looked at first if one item is enough: what the program has stored over a bus
    /// makes no other search slower.
    package let first: GroupScope
    /// Nil if no access list could show the caller anything that its groups do not.
    package let shared: SharedReading?
    /// What the call answers if no list shares anything: the refusal that the groups alone would have been.
    package let refusal: KeychainError?
}

/// The right of a program to read items of groups that it is not in, as far as their access lists say so. Reading only:
/// updates and deletions ask ``Caller/decideSearch(naming:)``, which knows no lists.
package struct SharedReading: Hashable, Sendable {
    package let applicationIdentifier: String
    /// The named group, or every group.
    package let scope: GroupScope
    /// These have been searched already.
    private let ownGroups: [AccessGroup]
    /// Nil if the keychain cannot tell the user's word from a program's.
    private let toolGroups: [AccessGroup]?

    fileprivate init(
        applicationIdentifier: String, scope: GroupScope, ownGroups: [AccessGroup], toolGroups: [AccessGroup]?
    ) {
        self.applicationIdentifier = applicationIdentifier
        self.scope = scope
        self.ownGroups = ownGroups
        self.toolGroups = toolGroups
    }

    /// True if `list` gives the program an item of `group`.
    package func permitsReading(itemIn group: AccessGroup, with list: AccessList) -> Bool {
        guard !ownGroups.contains(group), group != .token else { return false }
        return list.names(applicationIdentifier)
    }

    /// What is preferred for a service is no password, and found by a search for its type alone. It is the user's word,
    /// which they say with a tool: no program says what another one uses.
    package func shows(_ item: Item, to query: ItemQuery) -> Bool {
        guard item.isPreference else { return true }
        guard query.matching[.type] != nil, case .string(let group)? = item.attributes[.accessGroup] else {
            return false
        }
        return toolGroups?.contains(AccessGroup(rawValue: group)) ?? true
    }
}

extension AccessList {
    /// True if an entry speaks of the program.
    package func names(_ applicationIdentifier: String) -> Bool {
        let partition = AccessPartition(ofProgram: applicationIdentifier)
        return entries.contains { entry in
            switch entry {
            case .anyApplication: true
            case .application(let application):
                application.identifier.hasSameBytes(as: applicationIdentifier)
            case .partition(let named): named == partition
            }
        }
    }
}

extension Caller {
    /// Where a search may look.
    /// - Throws: `.missingEntitlement` if neither a group nor a list could give the caller anything.
    package func decideReading(naming wanted: AccessGroup?) throws(KeychainError) -> ReadingDecision {
        let shared = sharedReading(naming: wanted)
        do {
            let scope = try decideSearch(naming: wanted).scope()
            let first: GroupScope = wanted == nil && scope != .all ? .only(directGroups) : scope
            return ReadingDecision(scope: scope, first: first, shared: shared, refusal: nil)
        } catch {
            guard let shared else { throw error }
            return ReadingDecision(scope: .only([]), first: .only([]), shared: shared, refusal: error)
        }
    }

    /// A program without any group has no keychain at all, and lists give it none (reference 3.12).
    private func sharedReading(naming wanted: AccessGroup?) -> SharedReading? {
        guard let applicationIdentifier, !accessGroups.isEmpty, !accessGroups.contains(.all) else { return nil }
        if let wanted, accessGroups.contains(wanted) || wanted == .token { return nil }
        return SharedReading(
            applicationIdentifier: applicationIdentifier, scope: wanted.map { .only([$0]) } ?? .all,
            ownGroups: accessGroups, toolGroups: toolGroups)
    }
}
