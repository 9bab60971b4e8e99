// SecItemCopyMatching: decide, then search in one snapshot.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The items that match (reference 3.4), in the order of their creation; after those of the caller's groups, the
    /// ones that access lists share with it.
    /// - Parameter purpose: what becomes of the secrets that are opened.
    /// - Throws: `.itemNotFound` if there are none, `.interactionNotAllowed` if one of them is locked or needs a
    ///   password of the application, `.authFailed` if that password is wrong, `.dataNotAvailable` if data is asked for
    ///   and one of them is a private key whose bytes stay here.
    func copy(
        _ query: ItemQuery, for call: CallContext, opening purpose: SecretPurpose = .answer
    ) throws(KeychainError) -> Outcome<[FoundItem]> {
        let search = ItemSearch(
            query, reading: try call.caller.decideReading(naming: query.accessGroup), for: call, opening: purpose)
        if let refusal = search.reading.refusal, !call.requiresKeychain, !file.exists { throw refusal }
        let outcome: Outcome<[FoundItem]>
        do throws(KeychainError) {
            outcome = try withState(isReading: true) { state throws(KeychainError) in
                try state.outcome(of: search, for: call)
            }
        } catch  where error.code == .noSuchKeychain && !call.requiresKeychain {
            throw .notFound
        }
        if case .done(let items) = outcome, items.isEmpty { throw search.reading.refusal ?? .notFound }
        return outcome
    }

    /// Runs `body` on one snapshot of the file, with the keys brought up to it.
    /// - Throws: `.itemNotFound` if the keychain was never made, and what `body` throws.
    func readSnapshot<R>(
        for call: CallContext, _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try orNotFound(for: call) { () throws(KeychainError) in
            try withState { state throws(KeychainError) in
                try state.connection.read { snapshot throws(KeychainError) in
                    try state.refresh(in: snapshot)
                    return try body(&state)
                }
            }
        }
    }

    /// A keychain that was never made holds nothing, unless the call wants it to be there.
    func orNotFound<R>(
        for call: CallContext, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do {
            return try body()
        } catch  where error.code == .noSuchKeychain && !call.requiresKeychain {
            throw .notFound
        }
    }
}
extension KeychainError {
    static var notFound: KeychainError { KeychainError(.itemNotFound, during: "searching the keychain") }
}

extension KeychainState {
    /// What a search comes to.
    fileprivate mutating func outcome(
        of search: ItemSearch, for call: CallContext
    ) throws(KeychainError) -> Outcome<[FoundItem]> {
        var result = search.isByTool ? .done(Reading()) : try searchForOne(search, for: call)
        if case .done(let found) = result, found.items.isEmpty {
            let connection = connection
            result = try connection.read { snapshot throws(KeychainError) in
                try refresh(in: snapshot)
                return try read(search, for: call, in: snapshot)
            }
        }
        guard case .done(let found) = result else { return result.map { $0.items } }
        quarantineIfPossible(found.damaged)
        if found.items.isEmpty, found.withheld.isEmpty { try found.damaged.requireKnownVersion() }
        guard found.withheld.isEmpty else {
            return .needs(
                .permission(
                    PermissionNeed(items: found.withheld, keychain: file.path, hasPassword: keybag.hasPassword)))
        }
        return .done(found.items)
    }

    /// The usual search, for one item: a single statement is its own snapshot. Nothing is found if the file has changed
    /// since the keys were last brought up to it.
    private mutating func searchForOne(
        _ search: ItemSearch, for call: CallContext
    ) throws(KeychainError) -> Outcome<Reading> {
        let query = search.query
        // A chain of issuers is followed in one snapshot with what begins it.
        guard query.limit == .one, !query.followsIssuers else { return .done(Reading()) }
        try followSession()
        if query.isAnsweredBySecretAlone,
            let secret = try items(call).selectOnlySecret(
                query, in: search.reading.first, unlessChangedSince: dataVersion, keys: keys),
            let item = try open(secret, by: search.policy)
        {
            return .done(Reading(items: [.opened(item)]))
        }
        return try found(
            query, in: search.reading.first, by: search.policy, for: call, unlessChangedSince: dataVersion)
    }

    /// - Returns: nil if more than the bound columns decides.
    private func open(_ secret: BoundSecret, by policy: KeychainPolicy) throws(KeychainError) -> OpenedItem? {
        let decision = try policy.decide(
            secret.reference, in: secret.group, under: secret.accessControl, proving: { ProofEvidence() },
            list: { .groupOnly }, isPublicKey: { false })
        switch consume decision {
        case .mayRead(let right): return try secret.open(with: keys, by: right)
        case .needsPermission: return nil
        case .needsProof: return nil
        case .isNotTheCallers: return nil
        }
    }

    /// One search in one snapshot: what the caller's groups have, what lists share, and what the user may permit.
    private func read(
        _ search: ItemSearch, for call: CallContext, in snapshot: borrowing Snapshot
    ) throws(KeychainError) -> Outcome<Reading> {
        guard !search.isByTool else { return try readAsTool(search, for: call) }
        let own = try found(search.query, in: search.reading.scope, by: search.policy, for: call)
        guard case .done(let own) = own else { return own }
        let shared = try addingShared(to: own, search, for: call)
        guard case .done(let shared) = shared, shared.items.isEmpty, search.reading.refusal == nil,
            let permission = search.permission
        else { return shared }
        return try addingAskable(to: shared, search, asking: permission, for: call)
    }

    /// Moves damaged rows away that were found in the state of the file that the keys belong to. If the file cannot be
    /// written, or another process has written since, they stay, and are skipped again next time: the number of a row
    /// that has gone may be another's by now.
    func quarantineIfPossible(_ damaged: [RowDamage]) {
        guard !damaged.isEmpty else { return }
        let now = clock.now()
        // A reader does not wait for a writer.
        _ = try? connection.writeAtOnce { transaction throws(KeychainError) in
            guard connection.dataVersion == dataVersion else { return }
            for damage in damaged { try quarantine.move(damage, now: now, in: transaction) }
        }
    }
}
