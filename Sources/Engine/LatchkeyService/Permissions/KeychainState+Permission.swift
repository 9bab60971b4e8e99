// Searches that end at items of other programs, of which the person decides.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// Items that one question is about.
    private static let mostWithheld = 1000

    /// A tool finds every item; the secrets of other programs' ones are opened where the person has permitted it. What is decided
    /// is decided of the row whose secret would be opened next.
    func readAsTool(
        _ query: ItemQuery, in scope: GroupScope, asking permission: PersonsPermission,
        permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> Reading {
        var withheld: [Item] = []
        let found = try search(query, in: scope) { row throws(KeychainError) in
            guard !permitted.contains(row.item.reference), try isWithheld(row, by: permission) else { return .open }
            guard query.authentication.ui != .skip else { return .skip }
            guard withheld.count < Self.mostWithheld else {
                throw KeychainError(
                    .interactionNotAllowed, during: "reading items of another program",
                    hint: "the user is asked for a thousand items at most; name fewer")
            }
            try memory.take(row.item.footprint)
            withheld.append(row.item)
            return .count
        }
        guard withheld.isEmpty || query.authentication.ui == .allow else { throw .nobodyToAsk }
        // A dialog names one owner.
        let owners = Set(withheld.map { $0.attributes[.accessGroup] })
        guard owners.count < 2 else { throw .severalOwners }
        return Reading(
            items: withheld.isEmpty ? found.items : [], damaged: found.damaged, withheld: withheld)
    }

    /// Whether a tool reads the secret of a row with the person's permission alone. A public key is no secret: its bytes say that it
    /// is one, which no other program can change; its attributes can be.
    func isWithheld(_ row: OpenedRow, by permission: PersonsPermission) throws(KeychainError) -> Bool {
        guard try isAnothers(row.item, by: permission) else { return false }
        guard row.item.reference.itemClass == .key, !row.item.accessControl.constrainsReading(of: .key) else {
            return true
        }
        var opened = row
        // One that is locked or damaged does not say that it is public.
        guard (try? opened.openSecret(with: keys)) != nil else { return true }
        return opened.item.secret?.isPublicKey != true
    }

    /// The same for an item whose secret is open.
    func isWithheld(_ item: Item, by permission: PersonsPermission) throws(KeychainError) -> Bool {
        guard try isAnothers(item, by: permission) else { return false }
        return item.reference.itemClass != .key || item.secret?.isPublicKey != true
    }

    private func isAnothers(_ item: Item, by permission: PersonsPermission) throws(KeychainError) -> Bool {
        guard item.reference.itemClass != .certificate else { return false }
        guard case .string(let group)? = item.attributes[.accessGroup] else { return true }
        return try permission.isNeeded(
            forItemIn: AccessGroup(rawValue: group), with: readableList(of: item))
    }

    /// The access list of an item; that of its group alone where the list is damaged, which the item need not be.
    func readableList(of item: Item) throws(KeychainError) -> AccessList {
        do throws(KeychainError) {
            return try accessLists.list(of: item.reference, under: item.accessControl.protection, keys: keys)
        } catch  where error.isDamage {
            return .groupOnly
        }
    }

    /// For a program whose search came upon nothing: the one item that it may ask for, opened where the person has permitted it.
    /// Where several match, the program has not said which.
    func addAskable(
        _ query: ItemQuery, asking permission: PersonsPermission, permitting permitted: Set<PersistentReference>,
        to result: inout Reading
    ) throws(KeychainError) {
        let isNamed = !query.matching.isEmpty || query.persistentReference != nil || query.itemList != nil
        guard query.limit == .one, isNamed, query.authentication.ui != .skip else { return }
        guard let item = try askable(query, asking: permission) else { return }
        // No permission takes the place of the password.
        guard !item.accessControl.needsApplicationPassword || applicationKeys != nil else {
            throw .noApplicationPassword
        }
        guard permitted.contains(item.reference) else {
            guard query.authentication.ui == .allow else { throw .nobodyToAsk }
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
                // What is preferred for a service is no secret that the person could permit.
                let item =
                    try mayBeAsked ? open(row, for: listing, withSecret: false, where: { !$0.isPreference }) : nil
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
    /// True where the bytes cannot be the private half. Of Curve25519 and Curve448 the halves look the same, and other kinds are not
    /// tried.
    fileprivate var isPublicKey: Bool {
        [KeyType.rsa, .ellipticCurve].contains { (try? KeyData(of: $0, .public, self)) != nil }
    }
}
