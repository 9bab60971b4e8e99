// Searches over identities: certificates joined with their private keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The identities that match (reference 3.11), in the order in which their certificates were created. Both halves
    /// must be in groups of the caller: access lists share items, and an identity is none.
    /// - Throws: as ``copy(_:for:opening:)`` for items.
    func copy(_ query: IdentityQuery, for call: CallContext) throws(KeychainError) -> Outcome<[FoundIdentity]> {
        let scope = try call.caller.decideSearch(naming: query.accessGroup).scope()
        // Tools read one key at a time, for which the user can be asked.
        let permission = query.opensKeys ? call.caller.userPermission : nil
        let policy = KeychainPolicy(.groups(scope), for: .answer, asking: permission)
        let outcome = try orNotFound(for: call) { () throws(KeychainError) in
            try withState(isReading: true) { state throws(KeychainError) in
                try state.identities(query, in: scope, by: policy, for: call)
            }
        }
        if case .done(let identities) = outcome, identities.isEmpty { throw .notFound }
        return outcome
    }
}

extension KeychainState {
    fileprivate mutating func identities(
        _ query: IdentityQuery, in scope: GroupScope, by policy: KeychainPolicy, for call: CallContext
    ) throws(KeychainError) -> Outcome<[FoundIdentity]> {
        let connection = connection
        var damaged: [RowDamage] = []
        let outcome = try connection.read { snapshot throws(KeychainError) in
            try refresh(in: snapshot)
            return try search(query, in: scope, by: policy, for: call, damaged: &damaged)
        }
        quarantineIfPossible(damaged)
        if case .done(let identities) = outcome, identities.isEmpty { try damaged.requireKnownVersion() }
        return outcome
    }

    /// Opens what matches, with the rows that turned out to be damaged.
    func search(
        _ query: IdentityQuery, in scope: GroupScope, by policy: KeychainPolicy, for call: CallContext,
        damaged: inout [RowDamage]
    ) throws(KeychainError) -> Outcome<[FoundIdentity]> {
        var found: [FoundIdentity] = []
        var unopened = 0
        var need: Need?
        let isByIssuer = query.certificate.followsIssuers
        let limit = isByIssuer ? Int.max : query.limit.count
        guard query.limit.count > 0 else { return .done([]) }
        let opensCertificates = query.opensCertificates || query.certificate.hasCertificateConditions
        // The certificate that was last found with a private key: its public key, if that is stored too, makes no
        // identity.
        var paired: Int64?
        try items(call).selectIdentities(query, in: scope, keys: keys) {
            certificateRow, keyRow throws(KeychainError) in
            let certificate: FoundItem
            switch try half(
                certificateRow, matching: query.certificate, by: policy, for: call, withSecret: opensCertificates)
            {
            case .found(let item): certificate = item
            case .skipped: return true
            case .withheld: throw .nobodyToAsk
            case .damaged(let damage):
                damaged.append(damage)
                return true
            case .lacksProof:
                need = .proof
                return false
            case .wantsKey:
                need = .keys
                return false
            }
            let key: FoundItem
            switch try half(keyRow, matching: query.key, by: policy, for: call, withSecret: query.opensKeys) {
            case .found(let item): key = item
            case .skipped: return true
            case .withheld: throw .nobodyToAsk
            case .damaged(let damage):
                damaged.append(damage)
                return true
            case .lacksProof:
                // The user is asked for those that follow together with it.
                unopened = call.proofs.lacking.count
                return found.count + unopened < limit
            case .wantsKey:
                need = .keys
                return false
            }
            let identity = FoundIdentity(certificate: certificate, key: key)
            guard identity.isJoined, !(identity.hasPublicKeyOnly && paired == certificateRow) else { return true }
            if query.returning.contains(.data) { try key.item.requireExtractable(key.secret) }
            if !identity.hasPublicKeyOnly { paired = certificateRow }
            try call.memory.take(certificate.footprint + key.footprint)
            found.append(identity)
            return found.count + unopened < limit
        }
        if let need { return .needs(need) }
        if unopened > 0 { return .needs(.proof) }
        guard isByIssuer else { return .done(found) }
        return try issued(
            found, as: query.certificate, in: scope, for: call, limit: query.limit.count,
            certificate: { $0.certificate })
    }

    /// One half of an identity.
    private func half(
        _ rowID: Int64, matching query: ItemQuery, by policy: KeychainPolicy, for call: CallContext, withSecret: Bool
    ) throws(KeychainError) -> RowReading {
        try items(call).withRow(rowID, of: query.itemClass, withData: withSecret) { row throws(KeychainError) in
            try reading(row, for: query, by: policy, for: call, withSecret: withSecret)
        } ?? .skipped
    }
}
