// Items of another keychain are taken in, and nothing that is there is replaced.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

/// Documentation/Design/Decisions/0051-adopting-keychains.md.
extension OpenKeychain {
    /// Takes the items in, all in one transaction. A keychain that is missing is made, without a password.
    /// - Parameter isTrial: tells what would become of them; then nothing is taken or made.
    /// - Returns: what became of each, in the same order.
    /// - Throws: `.interactionNotAllowed` if the class of one of them is locked; then none was taken.
    func adopt(
        _ items: [MovedItem], isTrial: Bool, for call: CallContext
    ) throws(KeychainError) -> [AdoptionOutcome] {
        if isTrial { return try tryAdopting(items, for: call) }
        let outcome = try storing(for: call) { state, transaction throws(KeychainError) in
            var outcomes: [AdoptionOutcome] = []
            outcomes.reserveCapacity(items.count)
            for item in items { outcomes.append(try state.adopt(item, for: call, in: transaction)) }
            return .done(outcomes)
        }
        guard case .done(let outcomes) = outcome else {
            throw KeychainError(.internalError, during: "taking in items that lack nothing")
        }
        return outcomes
    }

    private func tryAdopting(_ items: [MovedItem], for call: CallContext) throws(KeychainError) -> [AdoptionOutcome] {
        var outcomes: [AdoptionOutcome] = []
        outcomes.reserveCapacity(items.count)
        do throws(KeychainError) {
            try withState { state throws(KeychainError) in
                // A file that could only be read, and has changed meanwhile, is gone through again.
                outcomes.removeAll(keepingCapacity: true)
                try state.connection.read { snapshot throws(KeychainError) in
                    try state.refresh(in: snapshot)
                    for item in items { outcomes.append(try state.decide(item, for: call).outcome) }
                }
            }
        } catch  where error.code == .noSuchKeychain && !call.requiresKeychain {
            // It would be made, without a password.
            for item in items { outcomes.append(try Adoption.intoNewKeychain(item, for: call)) }
        }
        return outcomes
    }

    /// - Parameter since: as for ``Request/survey(since:)``.
    func survey(since: Double?, for call: CallContext) throws(KeychainError) -> KeychainSurvey {
        var counts: (all: Int, changed: Int)?
        do throws(KeychainError) {
            counts = try withState { state throws(KeychainError) in
                let items = state.items(call)
                return try state.connection.read { snapshot throws(KeychainError) in
                    let all = try items.count(in: snapshot)
                    guard let since else { return (all: all, changed: 0) }
                    return (all: all, changed: try items.count(changedAfter: since, in: snapshot))
                }
            }
        } catch  where error.code == .noSuchKeychain {
            counts = nil
        }
        return KeychainSurvey(
            path: file.path, exists: counts != nil, keepsProgramsApart: call.caller.userPermission != nil,
            itemCount: counts?.all ?? 0, changedCount: counts?.changed ?? 0)
    }
}

/// What is to become of an item.
private enum Adoption {
    case settled(AdoptionOutcome)
    /// It is added.
    case takes(Arrival, now: Double, latest: Double)

    var outcome: AdoptionOutcome {
        switch self {
        case .settled(let outcome): outcome
        case .takes: .taken
        }
    }

    static func intoNewKeychain(_ moved: MovedItem, for call: CallContext) throws(KeychainError) -> AdoptionOutcome {
        switch try Arrival.of(moved, from: call.caller, permitted: call.takesAsItIs(moved)) {
        case .success(let arrival):
            return arrival.insertion.accessControl.protection == .akpu ? .needsPassword : .taken
        case .failure(let refusal): return refusal.outcome
        }
    }
}

extension CallContext {
    /// Whether the user has said that the item is taken in as it is. Without a user to ask nobody is kept apart.
    fileprivate func takesAsItIs(_ moved: MovedItem) -> Bool {
        caller.userPermission == nil || permitted.contains(moved.reference)
    }
}

extension KeychainState {
    fileprivate func decide(_ moved: MovedItem, for call: CallContext) throws(KeychainError) -> Adoption {
        let isPermitted = call.takesAsItIs(moved)
        let arrival: Arrival
        switch try Arrival.of(moved, from: call.caller, permitted: isPermitted) {
        case .success(let sound): arrival = sound
        case .failure(let refusal): return .settled(refusal.outcome)
        }
        guard arrival.insertion.accessControl.protection != .akpu || keybag.hasPassword else {
            return .settled(.needsPassword)
        }
        let now = clock.now()
        // Over a bus what was changed last is found first, and that is to be what was stored behind the daemon. Nothing
        // was before its keychain was made.
        let latest =
            moved.isOfSecretService
            ? min(now, try CollectionStore(connection).read()?.created ?? 0) - KeychainClock.step : now
        let item = arrival.item(.zero, now: now, latest: latest)
        // An account of its own: a request has many items, and what holds their names may be long.
        let items = ItemStore(connection, charging: call.memory.another())
        guard let holder = try items.rowHoldingKey(of: item, keys: keys) else {
            return .takes(arrival, now: now, latest: latest)
        }
        // Whoever writes a file chooses the names of its items, so that the name alone says nothing.
        guard case .success(let row) = holder, !row.isTombstone,
            row.identifier.isOfSameItem(as: moved.reference.identifier)
        else { return .settled(.conflict) }
        guard isPermitted else {
            // No answer depends on a secret: it would help to guess one. A date of the future was not kept, and tells
            // nothing.
            let isUnchanged =
                min(moved.modificationDate, latest) <= row.modificationDate || moved.modificationDate > now
            return .settled(isUnchanged ? .notCompared : .conflict)
        }
        return .settled(try isSame(row, as: item, with: moved.secret) ? .present : .conflict)
    }

    /// Whether a row keeps what an item would be, whenever that was stored. One that does not open does not.
    private func isSame(
        _ row: ItemRow, as item: Item, with secret: ItemSecret?
    ) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            let opened = try row.open(with: keys)
            guard
                case .open(let kept) = try opened.openSecret(
                    with: keys, by: KeychainPolicy.mayKeep(opened.item.reference)),
                kept.fields.isEmpty
            else { return false }
            return kept.secret == secret && kept.item.accessControl == item.accessControl
                && kept.item.attributesFromOutside == item.attributesFromOutside
        } catch  where error.isOfRowThatDoesNotOpen {
            return false
        }
    }

    fileprivate mutating func adopt(
        _ moved: MovedItem, for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> AdoptionOutcome {
        switch try decide(moved, for: call) {
        case .settled(let outcome): return outcome
        case .takes(let arrival, let now, let latest):
            let items = items(call)
            let identifier = try items.identifier(
                of: moved.reference.itemClass, like: moved.reference.identifier, keeping: call.takesAsItIs(moved),
                now: now, in: transaction)
            var item = arrival.item(identifier, now: now, latest: latest)
            item.refreshDigest(secret: moved.secret)
            try items.insert(SealedItem(item, secret: .new(moved.secret), with: keys), in: transaction)
            if item.isOfSecretService { try SearchIndex(connection).write(item, keys: keys, in: transaction) }
            return .taken
        }
    }
}

extension Item {
    /// What a program or the Secret Service has said of it: no dates and no digest.
    fileprivate var attributesFromOutside: AttributeValues {
        attributes.filter { entry in
            guard entry.key != .searchAttributes, entry.key != .contentType else { return true }
            guard let description = reference.itemClass.description(of: entry.key) else { return false }
            return !description.traits.contains(.ignoredFromCaller)
        }
    }
}
