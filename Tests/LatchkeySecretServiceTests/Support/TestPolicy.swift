// A policy that tests write down.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy

final class TestPolicy: BusPolicing {
    /// What a program may do with items of a group that is not its own; nothing is there for it else.
    var accesses: [String: [AccessGroup: BusAccess]] = [:]
    var keepsProgramsApart = true
    private(set) var decisions: [BusDecision] = []
    private(set) var events: [BusEvent] = []
    private(set) var timesForgotten = 0
    var epoch: UInt64 = 0

    func scope(of principal: BusPrincipal) -> GroupScope {
        principal.kind == .nobody ? .only([]) : .all
    }

    func access(
        of principal: BusPrincipal, to group: AccessGroup, _ attributes: SearchAttributes?,
        searching search: SearchAttributes?
    ) -> BusAccess {
        if principal.ownGroups.contains(group) { return principal.doubt == nil ? .full : .locked }
        return accesses[principal.program]?[group] ?? .hidden
    }

    func groupOfNewItem(with attributes: SearchAttributes, by principal: BusPrincipal) -> AccessGroup {
        principal.group
    }

    func note(_ decision: BusDecision) {
        decisions.append(decision)
        switch decision.verdict {
        case .allowed: accesses[decision.principal.program, default: [:]][decision.group] = .full
        case .denied: accesses[decision.principal.program, default: [:]][decision.group] = .locked
        case .allowedOnce: break
        }
    }

    func note(_ event: BusEvent) { events.append(event) }
    func forgetManagers() {
        timesForgotten += 1
        epoch += 1
    }
}
