// Searches that end at items of other programs, of which the person decides.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import KeychainModel
import KeychainPolicy
import KeychainStore

extension KeychainState {
    /// A tool finds every item; the secrets of other programs' ones are opened where the person has permitted it.
    func readAsTool(
        _ query: ItemQuery, in scope: GroupScope, asking permission: PersonsPermission,
        permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> Reading {
        var listing = query
        listing.returning = [.attributes, .persistentReference]
        let seen = try search(listing, in: scope)
        var withheld: [Item] = []
        for item in seen.items where !permitted.contains(item.reference) {
            if try isWithheld(item, by: permission) { withheld.append(item) }
        }
        if !withheld.isEmpty, query.authenticationUI != .skip {
            guard query.authenticationUI == .allow else { throw .nobodyToAsk }
            return Reading(damaged: seen.damaged, withheld: withheld)
        }
        let left = Set(withheld.map(\.reference))
        let found = try search(query, in: scope)
        return Reading(items: found.items.filter { !left.contains($0.reference) }, damaged: found.damaged)
    }

    /// Whether a tool reads the secret of `item` with the person's permission alone. A public key is no secret.
    func isWithheld(_ item: Item, by permission: PersonsPermission) throws(KeychainError) -> Bool {
        let isPublicKey =
            item.reference.itemClass == .key && item.attributes[.keyClass] == .number(KeyClass.public.rawValue)
        guard item.reference.itemClass != .certificate, !isPublicKey else { return false }
        guard case .string(let group)? = item.attributes[.accessGroup] else { return true }
        return try permission.isNeeded(
            forItemIn: AccessGroup(rawValue: group),
            with: accessLists.list(of: item.reference, under: item.accessControl.protection, keys: keys))
    }

    /// For a program whose search came upon nothing: the one item that it may ask for, opened where the person has permitted it.
    /// Where several match, the program has not said which.
    func addAskable(
        _ query: ItemQuery, asking permission: PersonsPermission, permitting permitted: Set<PersistentReference>,
        to result: inout Reading
    ) throws(KeychainError) {
        let isNamed = !query.matching.isEmpty || query.persistentReference != nil || query.itemList != nil
        guard query.limit == .one, isNamed, query.authenticationUI != .skip else { return }
        guard let item = try askable(query, asking: permission) else { return }
        guard permitted.contains(item.reference) else {
            guard query.authenticationUI == .allow else { throw .nobodyToAsk }
            result.withheld = [item]
            return
        }
        var one = query
        one.persistentReference = item.reference
        let found = try search(one, in: .all)
        result.items = found.items
        result.damaged += found.damaged
    }

    private func askable(_ query: ItemQuery, asking permission: PersonsPermission) throws(KeychainError) -> Item? {
        var listing = query
        listing.returning = [.attributes, .persistentReference]
        var found: [Item] = []
        try items.select(listing, in: .all, withData: false, keys: keys) { result throws(KeychainError) in
            // Damage in another program's items is for that one, and `latchkey doctor`, to come upon.
            guard case .success(let row) = result, case .string(let group)? = row.clearValue(of: .accessGroup) else {
                return true
            }
            let reference = PersistentReference(itemClass: row.itemClass, identifier: row.identifier)
            do throws(KeychainError) {
                let mayBeAsked = try permission.mayBeAsked(
                    forItemIn: AccessGroup(rawValue: group),
                    with: accessLists.list(of: reference, under: row.protection, keys: keys))
                guard mayBeAsked, let item = try open(row, for: listing, withSecret: false) else { return true }
                found.append(item)
            } catch  where error.isDamage {
                return true
            }
            return found.count < 2
        }
        return found.count == 1 ? found.first : nil
    }
}
