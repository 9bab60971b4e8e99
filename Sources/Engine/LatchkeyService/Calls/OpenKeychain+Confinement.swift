// Which items a change touches if its query asks for more than a row and its attributes tell.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

/// Looked for in a snapshot before the change begins: what certificates say takes long to find out, and others write
/// meanwhile. Nothing in here widens a query, since the change looks for the rows of its query among these.
extension OpenKeychain {
    /// The certificates that meet the conditions of a change on certificates, up to its limit.
    /// - Returns: nil if the query has none.
    func confinement(
        of query: ItemQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Outcome<Set<PersistentReference>?> {
        guard query.hasCertificateConditions else { return .done(nil) }
        return try readSnapshot(for: call) { state throws(KeychainError) in
            try state.confinement(of: query, in: scope, for: call)
        }
    }

    /// The identities that a change on identities is about, as a search finds them: by certificate, each with its keys.
    /// - Returns: nil if the query is about every certificate and every key that match.
    func confinement(
        of query: IdentityQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Outcome<[ConfinedIdentity]?> {
        guard query.isConfined else { return .done(nil) }
        return try readSnapshot(for: call) { state throws(KeychainError) in
            try state.confinement(of: query, in: scope, for: call)
        }
    }
}

extension KeychainState {
    fileprivate func confinement(
        of query: ItemQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Outcome<Set<PersistentReference>?> {
        let policy = KeychainPolicy(.groups(scope), for: .answer)
        switch try found(query, in: scope, by: policy, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let reading):
            // What a newer version has written may be one of those that are meant.
            try reading.damaged.requireKnownVersion()
            return .done(Set(reading.items.map(\.item.reference)))
        }
    }

    fileprivate func confinement(
        of query: IdentityQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Outcome<[ConfinedIdentity]?> {
        let policy = KeychainPolicy(.groups(scope), for: .answer)
        var damaged: [RowDamage] = []
        switch try search(query, in: scope, by: policy, for: call, damaged: &damaged) {
        case .needs(let need): return .needs(need)
        case .done(let found):
            try damaged.requireKnownVersion()
            var identities: [ConfinedIdentity] = []
            for identity in found {
                let (certificate, key) = (identity.certificate.item.reference, identity.key.item.reference)
                if let last = identities.indices.last, identities[last].certificate == certificate {
                    identities[last].keys.append(key)
                } else {
                    identities.append(ConfinedIdentity(certificate: certificate, keys: [key]))
                }
            }
            return .done(identities)
        }
    }
}

/// A certificate and its keys, which a search has found.
struct ConfinedIdentity: Sendable {
    let certificate: PersistentReference
    var keys: [PersistentReference]
}

extension IdentityQuery {
    /// True if more than attributes says which identities a change is about.
    fileprivate var isConfined: Bool {
        limit != .all || certificate.itemList != nil || certificate.hasCertificateConditions || key.itemList != nil
            || key.hasCertificateConditions
    }
}

extension ItemQuery {
    /// True if a damaged row can be told to be meant: nothing that is sealed in it, and no list, decides.
    var mayMeanDamage: Bool {
        !foldsText && hostOrSubdomain == nil && itemList == nil && !hasCertificateConditions
    }
}
