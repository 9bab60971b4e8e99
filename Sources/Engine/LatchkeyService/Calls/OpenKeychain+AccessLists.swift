// Access lists: what they share with a caller, and the lists themselves.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The access list of an item, for whoever has the item by its group.
    /// - Throws: `.itemNotFound`, `.interactionNotAllowed` while its class is locked, `.decode` for a damaged list.
    func accessList(of reference: PersistentReference, from caller: Caller) throws(KeychainError) -> AccessList {
        let scope = try caller.decideSearch(naming: nil).scope()
        return try readSnapshot { state throws(KeychainError) in try state.accessList(of: reference, in: scope) }
    }
}

extension KeychainState {
    var accessLists: AccessLists { AccessLists(connection) }

    /// Adds what access lists share with the caller, after the items of its own groups. Where no list names the caller this is
    /// one question to the index of programs.
    func addShared(
        _ query: ItemQuery, for reading: SharedReading?, by policy: KeychainPolicy, to result: inout Reading
    ) throws(KeychainError) {
        // A chain of issuers would lead through certificates of other groups.
        guard let reading, result.items.count < query.limit.count, !query.followsIssuers else {
            return
        }
        let shared = try accessLists.items(
            sharedWith: reading.applicationIdentifier, in: query.itemClass, keys: keys)
        guard !shared.isEmpty else { return }
        let limit = query.limit.count - result.items.count
        var skipping = query
        // How another program seals what it shares keeps no search from the rest. An item that is named is all that is searched for.
        if query.persistentReference == nil { skipping.authentication.ui = .skip }
        var found = try open(shared, for: skipping, limit: limit, as: reading, by: policy)
        if found.items.isEmpty, result.items.isEmpty, query.authentication.ui != skipping.authentication.ui {
            // There is no rest: the call says what would open them.
            found = try open(shared, for: query, limit: limit, as: reading, by: policy)
        }
        result.items += found.items
        result.damaged += found.damaged
    }

    private func open(
        _ shared: [RowIdentifier], for query: ItemQuery, limit: Int, as reading: SharedReading,
        by policy: KeychainPolicy
    ) throws(KeychainError) -> (items: [FoundItem], damaged: [RowDamage]) {
        var found: [FoundItem] = []
        var damaged: [RowDamage] = []
        for identifier in shared where found.count < limit {
            let reference = PersistentReference(itemClass: query.itemClass, identifier: identifier)
            guard query.persistentReference == nil || query.persistentReference == reference else { continue }
            var one = query
            one.persistentReference = reference
            try items.select(one, in: reading.scope, withData: query.opensSecrets, keys: keys) {
                result throws(KeychainError) in
                switch result {
                case .failure(let damage): damaged.append(damage)
                case .success(let row):
                    guard let list = try permittingList(of: row, for: reading) else { return false }
                    do throws(KeychainError) {
                        let wantsData = query.opensSecrets
                        let item = try open(
                            row, for: one, by: policy.reaching(.list(list, reading)), withSecret: wantsData,
                            where: { reading.shows($0, to: query) })
                        switch item {
                        case .found(let item):
                            try memory.take(item.footprint)
                            found.append(item)
                        case .skipped, .withheld: break
                        }
                    } catch  where error.isOfRowThatDoesNotOpen {
                        damaged.append(RowDamage(row, because: error))
                    } catch  where error.code == .authNeeded && query.authentication.ui == .skip {
                        // Keys beyond those of one call are for the caller's own items.
                        guard applicationKeys?.givesUpExcess() == true else { throw error }
                    }
                }
                return false
            }
        }
        return (found, damaged)
    }

    /// An entry that does not open gives nothing away: it was damaged, put there by someone without the keys, or is of a newer version.
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
        of reference: PersistentReference, in scope: GroupScope
    ) throws(KeychainError) -> AccessList {
        var found: ItemRow?
        try items.select(.item(reference), in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result { found = row }
            return false
        }
        guard let found else { throw .notFound }
        return try accessLists.list(of: reference, under: found.protection, keys: keys)
    }

    /// Gives a changed item its new list; without one it keeps the list that it has, sealed for its new class where that changed.
    func updateAccessList(of old: Item, to new: Item, with list: AccessList?) throws(KeychainError) {
        let (before, after) = (old.accessControl.protection, new.accessControl.protection)
        guard list != nil || before != after else { return }
        let kept: AccessList
        if let list { kept = list } else { kept = try readableList(of: old) }
        try accessLists.replace(with: kept, of: new.reference, under: after, keys: keys)
    }
}
