// Decides who sees what over the bus of one user.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// The rules of Documentation/Design/Decisions/0047-who-may-read-over-the-bus.md.
package final class BusPolicy: BusPolicing, BusNaming {
    package struct Clock: Sendable {
        /// Milliseconds that never go back.
        package let now: @Sendable () -> UInt64
        /// Seconds since 1970-01-01 UTC.
        package let date: @Sendable () -> UInt64

        package init(now: @escaping @Sendable () -> UInt64, date: @escaping @Sendable () -> UInt64) {
            self.now = now
            self.date = date
        }
    }

    private let state: BusPolicyState
    private let unsignedGroup: @Sendable ([UInt8]) -> AccessGroup
    private let isKeptApart: Bool
    private let clock: Clock

    /// - Parameter unsignedGroup: gives the group of a program without a signature by the bytes of its path.
    /// - Parameter isKeptApart: whether the daemon keeps programs of one user apart at all.
    package init(
        _ state: BusPolicyState, isKeptApart: Bool, clock: Clock,
        unsignedGroup: @escaping @Sendable ([UInt8]) -> AccessGroup
    ) {
        self.state = state
        self.isKeptApart = isKeptApart
        self.clock = clock
        self.unsignedGroup = unsignedGroup
    }

    package func principal(for facts: BusProgramFacts) -> BusPrincipal {
        BusNamer(state.configuration, unsignedGroup: unsignedGroup).principal(for: facts)
    }

    package var keepsProgramsApart: Bool { isKeptApart && state.configuration.mode == .enforce }

    /// A daemon that cannot tell the programs of its user apart hides nothing from any of them.
    private func effectiveMode(of contents: borrowing BusPolicyState.Contents) -> BusMode {
        isKeptApart ? contents.configuration.mode : .observe
    }

    package func scope(of principal: BusPrincipal) -> GroupScope {
        let (mode, decided) = state.withLock { contents in
            (
                effectiveMode(of: contents),
                contents.decisions.verdicts.keys.filter { $0.program.hasSameBytes(as: principal.program) }.map(\.group)
            )
        }
        switch mode {
        case .observe: return .all
        case .compat where principal.isInCommon: return .all
        case .compat, .enforce: break
        }
        switch principal.kind {
        case .nobody: return .only([])
        case .manager: return .all
        // What it made before it was here is known by its name alone.
        case .program where principal.mayHaveMoved: return .all
        case .program, .pool:
            guard principal.mayClaim else { return .only(principal.ownGroups) }
            return .only(principal.ownGroups + [.imported] + decided)
        }
    }

    package func access(
        of principal: BusPrincipal, to group: AccessGroup, _ attributes: SearchAttributes?,
        searching search: SearchAttributes?
    ) -> BusAccess {
        // Most calls are about what is the program's.
        if principal.doubt == nil, group == principal.group, principal.kind != .nobody { return .full }
        guard let owner = group.busOwner else { return .hidden }
        let now = clock.now()
        return state.withLock { contents in
            switch effectiveMode(of: contents) {
            case .observe: return .full
            case .compat where principal.isInCommon && owner.isInCommon: return .full
            case .compat, .enforce: break
            }
            return contents.access(of: principal, to: group, owner, searching: search, at: now)
        }
    }

    package func mayFind(_ group: AccessGroup, _ principal: BusPrincipal, searching search: SearchAttributes) -> Bool {
        if principal.doubt == nil, group == principal.group, principal.kind != .nobody { return true }
        guard let owner = group.busOwner else { return false }
        let now = clock.now()
        return state.withLock { contents in
            switch effectiveMode(of: contents) {
            case .observe: return true
            case .compat where principal.isInCommon && owner.isInCommon: return true
            case .compat, .enforce: break
            }
            // What was searched for counts once something was found.
            var copy = contents
            copy.memory.searched = RecentTimes(capacity: 1)
            return copy.access(of: principal, to: group, owner, searching: search, at: now) != .hidden
        }
    }

    package func groupOfNewItem(with attributes: SearchAttributes, by principal: BusPrincipal) -> AccessGroup {
        guard let schema = attributes["xdg:schema"], let list = state.configuration.schemaFamily(of: schema) else {
            return principal.group
        }
        let group = AccessGroup(ofBusProgram: "schema." + list.name)
        return principal.ownGroups.contains(group) ? group : principal.group
    }

    package func note(_ decision: BusDecision) {
        let (principal, pair) = (decision.principal, BusPair(decision.principal, decision.group))
        let now = clock.now()
        state.withLock { contents in
            switch decision.verdict {
            case .denied:
                // Refusing a manager is for now: it asks about everything.
                if principal.kind == .manager {
                    contents.memory.refused.note(pair, at: now)
                } else {
                    _ = contents.decide(.deny, for: pair)
                }
            case .allowed, .allowedOnce:
                if principal.kind == .manager, decision.group.busOwner != nil || decision.group == .all {
                    contents.permit(principal, pair, decision.verdict, at: now)
                } else if decision.verdict == .allowed, principal.doubt == nil, principal.mayBeAllowed,
                    decision.group.mayBeGiven
                {
                    _ = contents.decide(.allow, for: pair)
                }
            }
        }
    }

    package func note(_ event: BusEvent) {
        guard !event.principal.ownGroups.contains(event.group) || event.principal.doubt != nil else { return }
        let (now, seconds) = (clock.now(), clock.date())
        let pair = BusPair(event.principal, event.group)
        state.withLock { contents in
            contents.add(event, at: seconds)
            // Nobody is asked for who may be another program: what that is refused is no word of the user.
            if event.principal.doubt == nil { contents.memory.note(event.kind, of: pair, at: now) }
        }
    }

    package func seesAttributesOfAll(_ principal: BusPrincipal) -> Bool {
        guard principal.kind == .manager, principal.doubt == nil else { return false }
        return state.withLock { $0.memory.managers.contains([principal.program, principal.path]) }
    }

    /// A keychain was locked, or the session of the user has ended: managers ask anew.
    package func forgetManagers() {
        state.withLock { contents in
            contents.memory.managers = []
            contents.memory.leases.forgetAll()
            contents.memory.epoch += 1
        }
    }

    package var epoch: UInt64 { state.withLock { $0.memory.epoch } }
}
