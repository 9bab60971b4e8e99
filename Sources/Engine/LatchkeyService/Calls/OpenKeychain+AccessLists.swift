// Access lists: what they share with a caller, and the lists themselves.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The access list of an item, for whoever has the item by its group.
    /// - Throws: `.itemNotFound`, `.interactionNotAllowed` while its class is locked, `.decode` for a damaged list.
    func accessList(of reference: PersistentReference, for call: CallContext) throws(KeychainError) -> AccessList {
        let scope = try call.caller.decideSearch(naming: nil).scope()
        return try readSnapshot(for: call) { state throws(KeychainError) in
            try state.accessList(of: reference, in: scope, for: call)
        }
    }
}

extension KeychainState {
    var accessLists: AccessLists { AccessLists(connection) }

    /// Adds what access lists share with the caller, after the items of its own groups. If no list names the caller
    /// this is one question to the index of programs.
    func addingShared(
        to own: Reading, _ search: ItemSearch, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reading> {
        let query = search.query
        // A chain of issuers would lead through certificates of other groups.
        guard let reading = search.reading.shared, own.items.count < query.limit.count, !query.followsIssuers else {
            return .done(own)
        }
        let shared = try accessLists.items(
            sharedWith: reading.applicationIdentifier, in: query.itemClass, keys: keys)
        guard !shared.isEmpty else { return .done(own) }
        let limit = query.limit.count - own.items.count
        var skipping = query
        // How another program seals what it shares keeps no search from the rest. An item that is named is all that is
        // searched for.
        if query.persistentReference == nil { skipping.authentication.ui = .skip }
        var found = try open(shared, for: skipping, limit: limit, as: reading, by: search.policy, for: call)
        if case .done(let nothing) = found, nothing.items.isEmpty, own.items.isEmpty,
            query.authentication.ui != skipping.authentication.ui
        {
            // There is no rest: the call says what would open them.
            found = try open(shared, for: query, limit: limit, as: reading, by: search.policy, for: call)
        }
        return found.map { found in
            var result = own
            result.items += found.items
            result.damaged += found.damaged
            return result
        }
    }

    private func open(
        _ shared: [RowIdentifier], for query: ItemQuery, limit: Int, as reading: SharedReading,
        by policy: KeychainPolicy, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reading> {
        var found = Reading()
        for identifier in shared where found.items.count < limit {
            let reference = PersistentReference(itemClass: query.itemClass, identifier: identifier)
            guard query.persistentReference == nil || query.persistentReference == reference else { continue }
            var one = query
            one.persistentReference = reference
            switch try open(one, as: reading, by: policy, for: call) {
            case .found(let item):
                try call.memory.take(item.footprint)
                found.items.append(item)
            case .skipped, .withheld: break
            case .damaged(let damage): found.damaged.append(damage)
            case .lacksProof: return .needs(.proof)
            case .wantsKey:
                // Keys beyond those of one call are for the caller's own items.
                guard query.authentication.ui == .skip, call.applicationKeys?.givesUpExcess() == true else {
                    return .needs(.keys)
                }
            }
        }
        return .done(found)
    }

    /// - Parameter one: names the item that a list shares.
    private func open(
        _ one: ItemQuery, as reading: SharedReading, by policy: KeychainPolicy, for call: CallContext
    ) throws(KeychainError) -> RowReading {
        var found = RowReading.skipped
        try items(call).select(one, in: reading.scope, withData: one.opensSecrets, keys: keys) {
            result throws(KeychainError) in
            var reached = policy
            if case .success(let row) = result {
                guard let list = try permittingList(of: row, for: reading) else { return false }
                reached = policy.reaching(.list(list, reading))
            }
            found = try self.reading(
                result, for: one, by: reached, for: call, withSecret: one.opensSecrets,
                where: { reading.shows($0, to: one) })
            return false
        }
        return found
    }

    /// An entry that does not open gives nothing away: it was damaged, put there by someone without the keys, or is of
    /// a newer version.
    /// - Returns: nil if the list does not give the program the item.
    private func permittingList(
        of row: ItemRow, for reading: SharedReading
    ) throws(KeychainError) -> AccessList? {
        guard case .string(let group)? = row.clearValue(of: .accessGroup) else { return nil }
        do {
            let list = try accessLists.entries(of: row, for: reading.applicationIdentifier, keys: keys)
            return reading.permitsReading(itemIn: AccessGroup(rawValue: group), with: list) ? list : nil
        } catch  where error.isOfRowThatDoesNotOpen {
            return nil
        }
    }

    fileprivate func accessList(
        of reference: PersistentReference, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> AccessList {
        var found: ItemRow?
        let items = items(call)
        try items.select(.item(reference), in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result { found = row }
            return false
        }
        guard let found else { throw .notFound }
        return try accessLists.list(of: reference, under: found.protection, keys: keys)
    }

    /// Gives a changed item its new list; without one it keeps the list that it has, sealed for its new class if that
    /// changed.
    func updateAccessList(
        of old: Item, to new: Item, with list: AccessList?, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let (before, after) = (old.accessControl.protection, new.accessControl.protection)
        guard list != nil || before != after else { return }
        let kept: AccessList
        if let list { kept = list } else { kept = try readableList(of: old) }
        try accessLists.replace(with: kept, of: new.reference, under: after, keys: keys, in: transaction)
    }
}
