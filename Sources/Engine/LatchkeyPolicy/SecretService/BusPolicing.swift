// What decides about items over the bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Used by the thread of one user's bus.
package protocol BusPolicing: AnyObject {
    /// The groups whose items a search of the program looks at; ``access(of:to:searching:)`` decides about each of
    /// them.
    func scope(of principal: BusPrincipal) -> GroupScope
    /// - Parameters:
    ///   - group: whose the item is.
    ///   - attributes: of the item; nil while its keychain is locked.
    ///   - search: what the program has searched for; nil if it names the item by its path.
    func access(
        of principal: BusPrincipal, to group: AccessGroup, _ attributes: SearchAttributes?,
        searching search: SearchAttributes?
    ) -> BusAccess
    /// Whether a search could show items of the group, decided without them, and without a note that it was made.
    func mayFind(_ group: AccessGroup, _ principal: BusPrincipal, searching search: SearchAttributes) -> Bool
    /// The group of a new item of the program. With a listed schema that can be one that several programs share.
    func groupOfNewItem(with attributes: SearchAttributes, by principal: BusPrincipal) -> AccessGroup
    /// The user has answered a question about items of a group; kept if it is not for once.
    func note(_ decision: BusDecision)
    /// What was done, or stopped, goes on the record that `latchkey audit` shows.
    func note(_ event: BusEvent)
    /// False if programs are not kept apart, as in the modes `observe` and `compat`.
    var keepsProgramsApart: Bool { get }
    /// Whether the user has let a manager see labels and attributes of all items. Until then a decision for it is this
    /// word, on whatever group; after that it is about the secrets of one group, for five minutes. Its items stay
    /// `.askable(.managed)` as far as secrets and changes go.
    func seesAttributesOfAll(_ principal: BusPrincipal) -> Bool
    /// A keychain was locked, or the user is away: managers ask anew.
    func forgetManagers()
    /// Changes with each ``forgetManagers()``: what the user has granted in another epoch counts no more.
    var epoch: UInt64 { get }
}

extension BusPolicing {
    package func mayFind(_ group: AccessGroup, _ principal: BusPrincipal, searching search: SearchAttributes) -> Bool {
        access(of: principal, to: group, nil, searching: search) != .hidden
    }

    package func seesAttributesOfAll(_ principal: BusPrincipal) -> Bool { false }
    package func forgetManagers() {}
}

/// A word of the user about one program and the items of another.
package struct BusDecision: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case allowed, denied
        /// For this call alone.
        case allowedOnce
    }

    package let principal: BusPrincipal
    package let group: AccessGroup
    package let verdict: Verdict

    package init(_ verdict: Verdict, for principal: BusPrincipal, on group: AccessGroup) {
        self.verdict = verdict
        self.principal = principal
        self.group = group
    }
}

/// Something for the record. It holds nothing that somebody stored or typed.
package struct BusEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An item of another program was given out, because the user or the mode says so.
        case foreignRead
        case refused
        case asked
    }

    package let kind: Kind
    package let principal: BusPrincipal
    package let group: AccessGroup

    package init(_ kind: Kind, by principal: BusPrincipal, on group: AccessGroup) {
        self.kind = kind
        self.principal = principal
        self.group = group
    }
}
