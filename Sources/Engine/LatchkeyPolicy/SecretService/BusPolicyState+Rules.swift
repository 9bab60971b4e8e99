// The rules by which programs see items over the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension BusPolicyState.Contents {
    /// The rules of `enforce`, in their order.
    mutating func access(
        of principal: BusPrincipal, to group: AccessGroup, _ owner: BusOwner, searching search: SearchAttributes?,
        at now: UInt64
    ) -> BusAccess {
        let pair = BusPair(principal, group)
        let verdict = decisions.verdicts[pair]
        if principal.ownGroups.contains(group), principal.kind != .nobody {
            if principal.doubt != nil { return .locked }
            // What it shares may be taken from it, what it made may not.
            return verdict == .deny && group != principal.group ? .locked : .full
        }
        guard principal.doubt == nil, principal.kind != .nobody, principal.mayClaim else { return .hidden }
        if verdict == .allow, principal.mayBeAllowed, group.mayBeGiven { return .full }
        if principal.kind == .manager, memory.hasLease(on: pair, at: now) {
            return .full
        }
        guard let reason = reason(to: principal, pair, owner, search, at: now) else { return .hidden }
        return verdict == .deny || memory.isRefused(pair, at: now) ? .locked : .askable(reason)
    }

    /// Why the user may be asked, or nil if they may not.
    private mutating func reason(
        to principal: BusPrincipal, _ pair: BusPair, _ owner: BusOwner, _ search: SearchAttributes?, at now: UInt64
    ) -> BusQuestionReason? {
        if principal.kind == .manager { return .managed }
        guard let claim = claim(of: principal, on: owner) else { return nil }
        guard let search else { return memory.searched[pair] == nil ? nil : claim.reason }
        let count = search.pairs.count
        let hasName = search.pairs.contains { !$0.name.hasSameBytes(as: "xdg:schema") }
        guard hasName, count >= claim.pairs else { return nil }
        memory.searched.note(pair, at: now)
        return claim.reason
    }

    /// What a search has to name.
    private func claim(
        of principal: BusPrincipal, on owner: BusOwner
    ) -> (reason: BusQuestionReason, pairs: Int)? {
        // Two attributes, or one and the schema.
        let byAnyone = 2
        switch owner {
        case .imported: return (.imported, byAnyone)
        case .unsigned(let name): return principal.isFile(named: name) ? (.moved, 1) : nil
        case .family(let name):
            guard let family = configuration.families.first(where: { $0.name.hasSameBytes(as: name) }) else {
                // Nobody is of it any more.
                return principal.mayHaveMoved ? (.moved, byAnyone) : nil
            }
            let isMember = principal.program.hasSameBytes(as: "family." + name)
            let isNamesake = principal.mayHaveMoved && family.hasFile(named: principal.fileName)
            return isMember || isNamesake ? (.moved, 1) : nil
        case .schema(let name):
            let list = configuration.schemas.first { $0.name.hasSameBytes(as: name) }
            guard let list else { return principal.mayHaveMoved ? (.moved, byAnyone) : nil }
            let isMember = list.isDropped && list.contains(Array(principal.path.utf8))
            return isMember && principal.offersAlways ? (.moved, 1) : nil
        case .share(let name):
            let isKnown = configuration.shares.contains { $0.name.hasSameBytes(as: name) }
            return isKnown || !principal.mayHaveMoved ? nil : (.moved, byAnyone)
        case .pool, .proxied, .named: return nil
        }
    }

    /// The user has said yes to a manager: first that it sees what there is, then the secrets of a group.
    mutating func permit(
        _ principal: BusPrincipal, _ pair: BusPair, _ verdict: BusDecision.Verdict, at now: UInt64
    ) {
        let manager = [principal.program, principal.path]
        if !memory.managers.contains(manager) {
            guard memory.managers.count < BusPolicyState.Memory.largestCountOfManagers else { return }
            memory.managers.insert(manager)
        } else if verdict == .allowed, pair.group != .all {
            memory.leases.note(pair, at: now)
        }
    }
}

extension BusPolicyState.Memory {
    /// How long a refusal of the user holds, and how long after a question one counts as theirs.
    private static let refusalTime: UInt64 = 60_000
    private static let answerTime: UInt64 = 120_000
    /// How long a manager has the secrets of a group that the user has permitted.
    private static let leaseTime: UInt64 = 300_000
    fileprivate static let largestCountOfManagers = 64

    fileprivate func hasLease(on pair: BusPair, at now: UInt64) -> Bool {
        Self.isRecent(leases[pair], Self.leaseTime, at: now)
    }

    fileprivate func isRefused(_ pair: BusPair, at now: UInt64) -> Bool {
        Self.isRecent(refused[pair], Self.refusalTime, at: now)
    }

    mutating func note(_ kind: BusEvent.Kind, of pair: BusPair, at now: UInt64) {
        switch kind {
        case .foreignRead: break
        case .asked: asked.note(pair, at: now)
        case .refused:
            // One that follows a question is the user's.
            guard Self.isRecent(asked[pair], Self.answerTime, at: now) else { return }
            asked.forget(pair)
            refused.note(pair, at: now)
        }
    }

    private static func isRecent(_ time: UInt64?, _ span: UInt64, at now: UInt64) -> Bool {
        time.map { now - min($0, now) < span } ?? false
    }
}
