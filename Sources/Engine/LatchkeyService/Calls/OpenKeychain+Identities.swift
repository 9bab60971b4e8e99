// Searches over identities: certificates joined with their private keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The identities that match (reference 3.11), in the order in which their certificates were created. Both halves must be in
    /// groups of the caller: access lists share items, and an identity is none.
    /// - Throws: as ``copy(_:from:)`` for items.
    func copy(
        _ query: IdentityQuery, from caller: Caller, proving proofs: CallProofs = .none,
        charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> [FoundIdentity] {
        let scope = try caller.decideSearch(naming: query.accessGroup).scope()
        // Tools read one key at a time, for which the user can be asked.
        let permission = query.opensKeys ? caller.personsPermission : nil
        let policy = KeychainPolicy(.groups(scope), for: .answer, asking: permission)
        let identities = try orNotFound { () throws(KeychainError) in
            try readState(with: query.key.authentication, charging: memory) { state throws(KeychainError) in
                try state.proving(proofs) { state throws(KeychainError) in
                    try state.identities(query, in: scope, by: policy)
                }
            }
        }
        guard !identities.isEmpty else { throw .notFound }
        return identities
    }
}

extension KeychainState {
    fileprivate mutating func identities(
        _ query: IdentityQuery, in scope: GroupScope, by policy: KeychainPolicy
    ) throws(KeychainError) -> [FoundIdentity] {
        let connection = connection
        let result = try connection.read { () throws(KeychainError) in
            try refresh()
            return try search(query, in: scope, by: policy)
        }
        quarantineIfPossible(result.damaged)
        if result.identities.isEmpty { try result.damaged.requireKnownVersion() }
        return result.identities
    }

    /// Opens what matches, with the rows that turned out to be damaged.
    fileprivate func search(
        _ query: IdentityQuery, in scope: GroupScope, by policy: KeychainPolicy
    ) throws(KeychainError) -> (identities: [FoundIdentity], damaged: [RowDamage]) {
        var found: [FoundIdentity] = []
        var damaged: [RowDamage] = []
        var unopened = 0
        let isByIssuer = query.certificate.followsIssuers
        let limit = isByIssuer ? Int.max : query.limit.count
        guard query.limit.count > 0 else { return ([], []) }
        let opensCertificates = query.opensCertificates || query.certificate.hasCertificateConditions
        // The certificate that was last found with a private key: its public key, where that is stored too, makes no identity.
        var paired: Int64?
        try items.selectIdentities(query, in: scope, keys: keys) { certificateRow, keyRow throws(KeychainError) in
            let certificate = try half(
                certificateRow, matching: query.certificate, by: policy, withSecret: opensCertificates,
                damaged: &damaged)
            guard let certificate else { return true }
            let key: FoundItem?
            do throws(KeychainError) {
                key = try half(
                    keyRow, matching: query.key, by: policy, withSecret: query.opensKeys, damaged: &damaged)
            } catch  where proofs.lacking.count > unopened {
                // The person is asked for those that follow together with it.
                unopened = proofs.lacking.count
                return found.count + unopened < limit
            }
            guard let key else { return true }
            let identity = FoundIdentity(certificate: certificate, key: key)
            guard identity.isJoined, !(identity.hasPublicKeyOnly && paired == certificateRow) else { return true }
            if query.returning.contains(.data) { try key.item.requireExtractable(key.secret) }
            if !identity.hasPublicKeyOnly { paired = certificateRow }
            try memory.take(certificate.footprint + key.footprint)
            found.append(identity)
            return found.count + unopened < limit
        }
        if unopened > 0 { throw .needsProof }
        if isByIssuer {
            found = try issued(found, as: query.certificate, in: scope, limit: query.limit.count) { $0.certificate }
        }
        return (found, damaged)
    }

    /// One half of an identity.
    /// - Returns: nil for a row that does not match after all, that is skipped, or that is damaged.
    private func half(
        _ rowID: Int64, matching query: ItemQuery, by policy: KeychainPolicy, withSecret: Bool,
        damaged: inout [RowDamage]
    ) throws(KeychainError) -> FoundItem? {
        let item = try items.withRow(rowID, of: query.itemClass, withData: withSecret) {
            result throws(KeychainError) -> FoundItem? in
            switch result {
            case .failure(let damage):
                damaged.append(damage)
                return nil
            case .success(let row):
                do throws(KeychainError) {
                    switch try open(row, for: query, by: policy, withSecret: withSecret) {
                    case .found(let item): return item
                    case .skipped: return nil
                    case .withheld: throw .nobodyToAsk
                    }
                } catch  where error.isOfRowThatDoesNotOpen {
                    damaged.append(RowDamage(row, because: error))
                    return nil
                }
            }
        }
        return item ?? nil
    }
}
