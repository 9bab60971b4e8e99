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
    /// - Returns: what became of each, in the same order.
    /// - Throws: `.interactionNotAllowed` if the class of one of them is locked; then none was taken.
    func adopt(_ items: [MovedItem], for call: CallContext) throws(KeychainError) -> [AdoptionOutcome] {
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

extension KeychainState {
    fileprivate mutating func adopt(
        _ moved: MovedItem, for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> AdoptionOutcome {
        // Without a user to ask nobody is kept apart.
        let isPermitted = call.caller.userPermission == nil || call.permitted.contains(moved.reference)
        let arrival: Arrival
        switch try Arrival.of(moved, from: call.caller, permitted: isPermitted) {
        case .success(let sound): arrival = sound
        case .failure(let refusal): return refusal.outcome
        }
        guard arrival.insertion.accessControl.protection != .akpu || keybag.hasPassword else { return .needsPassword }
        let now = clock.now()
        // Over a bus what was changed last is found first, and that is to be what was stored behind the daemon. Nothing
        // was before its keychain was made.
        let latest =
            moved.isOfSecretService
            ? min(now, try CollectionStore(connection).read()?.created ?? 0) - KeychainClock.step : now
        var item = arrival.item(.zero, now: now, latest: latest)
        let items = items(call)
        // A date of the future was not kept, and tells nothing.
        if let holder = try items.rowHoldingKey(of: item, keys: keys) {
            guard case .success(let row) = holder, !row.isTombstone,
                row.identifier.isOfSameItem(as: moved.reference.identifier),
                min(moved.modificationDate, latest) <= row.modificationDate || moved.modificationDate > now
            else { return .conflict }
            return .present
        }
        let identifier = try items.identifier(
            of: moved.reference.itemClass, like: moved.reference.identifier, keeping: isPermitted, now: now,
            in: transaction)
        item = arrival.item(identifier, now: now, latest: latest)
        item.refreshDigest(secret: moved.secret)
        try items.insert(SealedItem(item, secret: .new(moved.secret), with: keys), in: transaction)
        if item.isOfSecretService { try SearchIndex(connection).write(item, keys: keys, in: transaction) }
        return .taken
    }
}
