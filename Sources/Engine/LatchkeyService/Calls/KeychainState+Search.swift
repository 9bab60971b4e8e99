// A search in one snapshot: selects rows, and opens what matches.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// The rows of items, whose long ones are charged to the call.
    func items(_ call: CallContext) -> ItemStore { ItemStore(connection, charging: call.memory) }

    /// Opens what matches, with the rows that turned out to be damaged.
    /// - Parameter version: the state of the file that the keys belong to; nothing is found if it is another one.
    func found(
        _ query: ItemQuery, in scope: GroupScope, by policy: KeychainPolicy, for call: CallContext,
        unlessChangedSince version: UInt32? = nil
    ) throws(KeychainError) -> Outcome<Reading> {
        let limit = query.limit.count
        guard query.followsIssuers else {
            return try collect(query, in: scope, by: policy, for: call, limit: limit, unlessChangedSince: version)
        }
        let all = try collect(query, in: scope, by: policy, for: call, limit: .max, unlessChangedSince: version)
        guard case .done(let found) = all else { return all }
        return try issued(found.items, as: query, in: scope, for: call, limit: limit, certificate: { $0 }).map { kept in
            Reading(items: kept, damaged: found.damaged, withheld: found.withheld)
        }
    }

    /// Bytes of items that a service collects for one call. An answer has room for no more.
    private static let largestAnswer = 32 << 20

    /// Items that one question is about.
    private static let mostWithheld = 1000

    /// As ``found(_:in:by:for:unlessChangedSince:)``, whoever issued the certificates.
    func collect(
        _ query: ItemQuery, in scope: GroupScope, by policy: KeychainPolicy, for call: CallContext, limit: Int,
        unlessChangedSince version: UInt32? = nil
    ) throws(KeychainError) -> Outcome<Reading> {
        var found = Reading()
        var unopened = 0
        var (wantsKeys, lacksProof) = (false, false)
        var room = unlockPlace == .service ? Self.largestAnswer : .max
        guard limit > 0 else { return .done(found) }
        let wantsData = query.opensSecrets
        try items(call).select(query, in: scope, withData: wantsData, keys: keys) { result throws(KeychainError) in
            if let version, connection.dataVersion != version { return false }
            switch try reading(result, for: query, by: policy, for: call, withSecret: wantsData) {
            case .found(let item):
                room -= item.size
                try call.memory.take(item.footprint)
                found.items.append(item)
            case .withheld(let item) where query.authentication.ui != .skip:
                guard found.withheld.count < Self.mostWithheld else { throw .tooManyWithheld }
                try call.memory.take(item.footprint)
                found.withheld.append(item)
                unopened += 1
            case .withheld, .skipped: break
            case .damaged(let damage): found.damaged.append(damage)
            case .wantsKey:
                // The keys of those that follow are derived together with its own.
                wantsKeys = true
                unopened += 1
                if call.applicationKeys?.isExhausted != false { return false }
            case .lacksProof:
                // The user is asked for those that follow together with it.
                lacksProof = true
                unopened += 1
            }
            guard room >= 0 else {
                throw KeychainError(
                    .allocate, during: "collecting more than a service answers", hint: "ask for fewer items at once")
            }
            return found.items.count + unopened < limit
        }
        if wantsKeys { return .needs(.keys) }
        return lacksProof ? .needs(.proof) : .done(found)
    }

    /// What a selected row is to a search.
    /// - Parameter isMeant: asked about a row that matches, before anything else is.
    func reading(
        _ row: Result<ItemRow, RowDamage>, for query: ItemQuery, by policy: KeychainPolicy, for call: CallContext,
        withSecret: Bool, where isMeant: (Item) -> Bool = { _ in true }
    ) throws(KeychainError) -> RowReading {
        switch row {
        case .failure(let damage): return .damaged(damage)
        case .success(let row):
            do throws(KeychainError) {
                return try open(row, for: query, by: policy, for: call, withSecret: withSecret, where: isMeant)
            } catch  where error.isOfRowThatDoesNotOpen {
                return .damaged(RowDamage(row, because: error))
            }
        }
    }
}

extension KeychainError {
    fileprivate static var tooManyWithheld: KeychainError {
        KeychainError(
            .interactionNotAllowed, during: "reading items of another program",
            hint: "the user is asked for a thousand items at most; name fewer")
    }
}
