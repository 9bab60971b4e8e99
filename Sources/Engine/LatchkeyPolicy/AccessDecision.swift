// Who may see what. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// What a caller may do, with the reason where it may not (reference 3.12).
package enum AccessDecision: Hashable, Sendable {
    case allowed(in: GroupScope)
    case refused(Reason)

    package enum Reason: Hashable, Sendable {
        case noEntitlement
        case groupNotEntitled
        case groupNotWritable
    }

    /// The scope.
    /// - Throws: `.missingEntitlement` for a refusal.
    package func scope() throws(KeychainError) -> GroupScope {
        switch self {
        case .allowed(let scope): return scope
        case .refused(.noEntitlement):
            throw KeychainError(.missingEntitlement, during: "deciding a call of a program without access groups")
        case .refused(.groupNotEntitled):
            throw KeychainError(
                .missingEntitlement, during: "deciding a call that names an access group",
                hint: "the program's entitlements do not list that access group")
        case .refused(.groupNotWritable):
            throw KeychainError(.missingEntitlement, during: "deciding a write to a group that can only be read")
        }
    }
}

extension Caller {
    private var hasAllGroups: Bool { accessGroups.contains(.all) }

    /// Where a search, update or delete may look: the named group, or all groups of the caller.
    package func decideSearch(naming wanted: AccessGroup?) -> AccessDecision {
        guard !accessGroups.isEmpty else { return .refused(.noEntitlement) }
        if let wanted {
            return hasAllGroups || accessGroups.contains(wanted)
                ? .allowed(in: .only([wanted])) : .refused(.groupNotEntitled)
        }
        return .allowed(in: hasAllGroups ? .all : .only(accessGroups))
    }

    /// Where a deletion may look: as a search, but not in the group of tokens (reference 3.6.8).
    package func decideDeletion(naming wanted: AccessGroup?) -> AccessDecision {
        wanted == .token ? .refused(.groupNotWritable) : decideSearch(naming: wanted)
    }

    /// Where a new or moved item may go: the named group, or the first that can be written.
    package func decideWrite(naming wanted: AccessGroup?) -> AccessDecision {
        let writable = accessGroups.filter { $0 != .token && $0 != .all }
        if let wanted {
            guard wanted != .token else { return .refused(.groupNotWritable) }
            guard hasAllGroups || writable.contains(wanted) else {
                return .refused(writable.isEmpty ? .noEntitlement : .groupNotEntitled)
            }
            return .allowed(in: .only([wanted]))
        }
        return writable.first.map { .allowed(in: .only([$0])) } ?? .refused(.noEntitlement)
    }
}
