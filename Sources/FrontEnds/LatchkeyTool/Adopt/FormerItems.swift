// Items that were taken before under the group that their program had without a daemon.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform

/// Whoever adopts a keychain once more and names a program then would have its items twice: in the group of before,
/// which no program has behind a daemon, and in the one of now.
struct FormerItems {
    private let groups: [AccessGroup: AccessGroup]
    private let client: KeychainClient
    private let target: KeychainAddress
    /// What finds them, by their references in the home.
    private var queries: [PersistentReference: ItemQuery] = [:]

    init(_ groups: [AccessGroup: AccessGroup], by client: KeychainClient, in target: KeychainAddress) {
        self.groups = groups
        self.client = client
        self.target = target
    }

    /// Looks which of the items are there under the old group, and changes nothing.
    /// - Returns: those of which nobody can say whether they are the same.
    mutating func look(
        for items: [MovedItem], provenBy proof: ItemSecret?
    ) throws(KeychainError) -> Set<PersistentReference> {
        let renamed = items.filter { item in item.group.map { groups[$0] != nil } ?? false }
        guard !renamed.isEmpty else { return [] }
        let outcomes = try client.adopt(renamed, provenBy: proof, isTrial: true, in: target)
        var unknown: Set<PersistentReference> = []
        for (item, outcome) in zip(renamed, outcomes) {
            if outcome == .notCompared { unknown.insert(item.reference) }
            queries[item.reference] = outcome == .present ? item.queryForSameKey : nil
        }
        return unknown
    }

    /// One that is not in the new group stays in the old one.
    mutating func keep(_ reference: PersistentReference) { queries[reference] = nil }

    /// Takes them away, once they are in the new group. The old file has them as well.
    /// - Returns: how many there were.
    mutating func remove() throws(KeychainError) -> Int {
        var count = 0
        for (reference, query) in queries {
            do throws(KeychainError) {
                for found in try client.copy(query, in: target)
                where found.reference.identifier.isOfSameItem(as: reference.identifier) {
                    var own = ItemQuery(itemClass: reference.itemClass)
                    own.persistentReference = found.reference
                    own.synchronizable = .any
                    try client.delete(own, in: target)
                    count += 1
                }
            } catch  where error.code == .itemNotFound {
                continue
            }
        }
        queries = [:]
        return count
    }
}

extension MovedItem {
    fileprivate var group: AccessGroup? {
        if case .string(let name)? = attributes[.accessGroup] { AccessGroup(rawValue: name) } else { nil }
    }

    /// Finds the items of its group that have its name, as far as attributes say it.
    fileprivate var queryForSameKey: ItemQuery {
        var query = ItemQuery(itemClass: reference.itemClass)
        for description in reference.itemClass.attributes where description.traits.contains(.primaryKey) {
            guard description.attribute != .accessGroup, description.attribute != .synchronizable else { continue }
            query.matching[description.attribute] = attributes[description.attribute]
        }
        query.accessGroup = group
        query.synchronizable = .any
        query.limit = .all
        query.returning = .persistentReference
        return query
    }
}
