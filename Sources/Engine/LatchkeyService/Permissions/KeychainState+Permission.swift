// Searches that end at items of other programs, of which the user decides.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// A tool finds every item; the secrets of other programs' ones are opened if the user has permitted it. What is
    /// decided is decided of the row whose secret would be opened next.
    func readAsTool(_ search: ItemSearch, for call: CallContext) throws(KeychainError) -> Outcome<Reading> {
        let outcome = try found(search.query, in: search.reading.scope, by: search.policy, for: call)
        guard case .done(var found) = outcome, !found.withheld.isEmpty else { return outcome }
        guard search.query.authentication.ui == .allow else { throw .nobodyToAsk }
        // A dialog names one owner.
        let owners = Set(found.withheld.map { $0.attributes[.accessGroup] })
        guard owners.count < 2 else { throw .severalOwners }
        found.items = []
        return .done(found)
    }

    /// Whether a tool reads the secret of a row with the user's permission alone.
    func isWithheld(_ row: OpenedRow, by permission: UserPermission) throws(KeychainError) -> Bool {
        try permission.isWithheld(
            row.item.reference.itemClass, in: row.item.accessGroup,
            list: { () throws(KeychainError) in try readableList(of: row.item) }, isPublicKey: { isPublicKey(row) })
    }

    /// Whether the bytes of a key say that it is a public one. One that is locked or damaged does not say so.
    func isPublicKey(_ row: OpenedRow) -> Bool {
        guard !row.item.accessControl.constrainsReading(of: .key),
            case .open(let key)? = try? row.openSecret(with: keys, by: KeychainPolicy.mayKeep(row.item.reference))
        else { return false }
        return key.secret?.isPublicKey == true
    }

    /// The access list of an item; that of its group alone where the list is damaged, which the item need not be.
    func readableList(of item: Item) throws(KeychainError) -> AccessList {
        do throws(KeychainError) {
            return try accessLists.list(of: item.reference, under: item.accessControl.protection, keys: keys)
        } catch  where error.isDamage {
            return .groupOnly
        }
    }

    /// For a program whose search came upon nothing: the one item that it may ask for, opened if the user has permitted
    /// it. If several match, the program has not said which.
    func addingAskable(
        to nothing: Reading, _ search: ItemSearch, asking permission: UserPermission, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reading> {
        let query = search.query
        let isNamed = !query.matching.isEmpty || query.persistentReference != nil || query.itemList != nil
        guard query.limit == .one, isNamed, query.authentication.ui != .skip,
            let item = try askable(query, asking: permission, for: call)
        else { return .done(nothing) }
        // No permission takes the place of the password.
        guard !item.accessControl.needsApplicationPassword || call.applicationKeys != nil else {
            throw .noApplicationPassword
        }
        var result = nothing
        guard call.permitted.contains(item.reference) else {
            guard query.authentication.ui == .allow else { throw .nobodyToAsk }
            result.withheld = [item]
            return .done(result)
        }
        var one = query
        one.persistentReference = item.reference
        return try found(one, in: .all, by: search.policy.reaching(.permission), for: call).map { found in
            result.items = found.items
            result.damaged += found.damaged
            return result
        }
    }

    private func askable(
        _ query: ItemQuery, asking permission: UserPermission, for call: CallContext
    ) throws(KeychainError) -> Item? {
        var listing = query
        listing.returning = [.attributes, .persistentReference]
        var found: [Item] = []
        try items(call).select(listing, in: .all, withData: false, keys: keys) { result throws(KeychainError) in
            // Damage in another program's items is for that one, and `latchkey doctor`, to come upon.
            guard case .success(let row) = result, case .string(let group)? = row.clearValue(of: .accessGroup) else {
                return true
            }
            let reference = PersistentReference(itemClass: row.itemClass, identifier: row.identifier)
            do throws(KeychainError) {
                let mayBeAsked = try permission.mayBeAsked(
                    forItemIn: AccessGroup(rawValue: group),
                    with: accessLists.list(of: reference, under: row.protection, keys: keys))
                // What is preferred for a service is no secret that the user could permit.
                let item = try mayBeAsked ? listed(row, for: listing, if: { !$0.isPreference }) : nil
                guard let item else { return true }
                found.append(item)
            } catch  where error.isOfRowThatDoesNotOpen {
                return true
            }
            return found.count < 2
        }
        return found.count == 1 ? found.first : nil
    }
}

extension ItemSecret {
    /// True if the bytes cannot be the private half. Of Curve25519 and Curve448 the halves look the same, and other
    /// kinds are not tried.
    fileprivate var isPublicKey: Bool {
        [KeyType.rsa, .ellipticCurve].contains { (try? KeyData(of: $0, .public, self)) != nil }
    }
}
