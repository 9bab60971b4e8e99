// SecItemCopyMatching: decide, select, open.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The items that match (reference 3.4), in the order of their creation; after those of the caller's groups, the ones that
    /// access lists share with it.
    /// - Parameter purpose: what becomes of the secrets that are opened.
    /// - Parameter permitted: what the user has permitted this call beyond that.
    /// - Throws: `.itemNotFound` where there are none, `.interactionNotAllowed` where one of them is locked or needs a proof
    ///   from the person or a password of the application, `.authFailed` where that password is wrong, `.dataNotAvailable` where data is asked for and one of them is a private key whose bytes stay here.
    func copy(
        _ query: ItemQuery, from caller: Caller, for purpose: SecretPurpose = .answer,
        permitting permitted: Set<PersistentReference> = [],
        proving proofs: CallProofs = .none, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> ReadOutcome {
        let reading = try caller.decideReading(naming: query.accessGroup)
        if let refusal = reading.refusal, !file.exists { throw refusal }
        let permission = query.wantsSecret ? caller.personsPermission : nil
        let policy = KeychainPolicy(
            .groups(reading.scope), for: purpose, asking: permission, permitting: permitted)
        let outcome = try orNotFound { () throws(KeychainError) in
            try readState(with: query.authentication, charging: memory) { state throws(KeychainError) in
                try state.proving(proofs) { state throws(KeychainError) in
                    try state.outcome(of: query, as: reading, by: policy, asking: permission, permitting: permitted)
                }
            }
        }
        if case .found(let items) = outcome, items.isEmpty { throw reading.refusal ?? .notFound }
        return outcome
    }

    /// Runs `body` on the open keychain, with the keys that the password of the application gives.
    func readState<R>(
        with authentication: Authentication, charging memory: CallMemory,
        _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try derivingKeys(of: authentication) { keys throws(KeychainError) in
            try withState(isReading: true) { state throws(KeychainError) in
                try state.charging(memory) { state throws(KeychainError) in try state.with(keys, body) }
            }
        }
    }

    /// Runs `body` on one snapshot of the file, with the keys brought up to it.
    /// - Throws: `.itemNotFound` where the keychain was never made, and what `body` throws.
    func readSnapshot<R>(
        charging memory: CallMemory = .unbounded, _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try orNotFound { () throws(KeychainError) in
            try withState { state throws(KeychainError) in
                try state.connection.read { () throws(KeychainError) in
                    try state.refresh()
                    return try state.charging(memory, body)
                }
            }
        }
    }

    /// A keychain that was never made holds nothing.
    func orNotFound<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        do {
            return try body()
        } catch  where error.code == .noSuchKeychain {
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
        of query: ItemQuery, as reading: ReadingDecision, by policy: KeychainPolicy,
        asking permission: PersonsPermission?, permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> ReadOutcome {
        var result = Reading()
        if permission?.seesEveryItem != true { result = try searchForOne(query, in: reading.scope, by: policy) }
        if result.items.isEmpty {
            let connection = connection
            result = try connection.read { () throws(KeychainError) in
                try refresh()
                return try read(query, as: reading, by: policy, asking: permission, permitting: permitted)
            }
        }
        quarantineIfPossible(result.damaged)
        if result.items.isEmpty, result.withheld.isEmpty { try result.damaged.requireKnownVersion() }
        guard result.withheld.isEmpty else {
            return .needsPermission(
                PermissionNeed(items: result.withheld, keychain: file.path, hasPassword: keybag.hasPassword))
        }
        return .found(result.items)
    }

    /// The usual search, for one item: a single statement is its own snapshot. Nothing is found where the file has changed
    /// since the keys were last brought up to it.
    fileprivate mutating func searchForOne(
        _ query: ItemQuery, in scope: GroupScope, by policy: KeychainPolicy
    ) throws(KeychainError) -> Reading {
        // A chain of issuers is followed in one snapshot with what begins it.
        guard query.limit == .one, !query.followsIssuers else { return Reading() }
        try followSession()
        if query.isAnsweredBySecretAlone,
            let secret = try items.selectOnlySecret(query, in: scope, unlessChangedSince: dataVersion, keys: keys),
            let item = try open(secret, by: policy)
        {
            return Reading(items: [.opened(item)])
        }
        return try search(query, in: scope, by: policy, unlessChangedSince: dataVersion)
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

    /// One search in one snapshot: what the caller's groups have, what lists share, and what the person may permit.
    fileprivate func read(
        _ query: ItemQuery, as decision: ReadingDecision, by policy: KeychainPolicy,
        asking permission: PersonsPermission?, permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> Reading {
        if let permission, permission.seesEveryItem { return try readAsTool(query, in: decision.scope, by: policy) }
        var result = try search(query, in: decision.scope, by: policy)
        try addShared(query, for: decision.shared, by: policy, to: &result)
        if result.items.isEmpty, decision.refusal == nil, let permission {
            try addAskable(query, asking: permission, permitting: permitted, by: policy, to: &result)
        }
        return result
    }

    /// Opens what matches, with the rows that turned out to be damaged.
    /// - Parameter version: the state of the file that the keys belong to; nothing is found where it is another one.
    func search(
        _ query: ItemQuery, in scope: GroupScope, by policy: KeychainPolicy, unlessChangedSince version: UInt32? = nil
    ) throws(KeychainError) -> Reading {
        let limit = query.limit.count
        guard query.followsIssuers else {
            return try collect(query, in: scope, by: policy, limit: limit, unlessChangedSince: version)
        }
        var result = try collect(query, in: scope, by: policy, limit: .max, unlessChangedSince: version)
        result.items = try issued(result.items, as: query, in: scope, limit: limit) { $0 }
        return result
    }

    /// Bytes of items that a service collects for one call. An answer has room for no more.
    private static let largestAnswer = 32 << 20

    /// Items that one question is about.
    private static let mostWithheld = 1000

    /// As ``search(_:in:by:unlessChangedSince:)``, whoever issued the certificates.
    func collect(
        _ query: ItemQuery, in scope: GroupScope, by policy: KeychainPolicy, limit: Int,
        unlessChangedSince version: UInt32? = nil
    ) throws(KeychainError) -> Reading {
        var found = Reading()
        var unopened = 0
        var (wantsKeys, lacksProof) = (false, false)
        var room = unlockPlace == .service ? Self.largestAnswer : .max
        guard limit > 0 else { return found }
        let wantsData = query.opensSecrets
        try items.select(query, in: scope, withData: wantsData, keys: keys) { result throws(KeychainError) in
            if let version, connection.dataVersion != version { return false }
            switch result {
            case .failure(let damage): found.damaged.append(damage)
            case .success(let row):
                do throws(KeychainError) {
                    switch try open(row, for: query, by: policy, withSecret: wantsData) {
                    case .found(let item):
                        room -= item.size
                        try memory.take(item.footprint)
                        found.items.append(item)
                    case .withheld(let item) where query.authentication.ui != .skip:
                        guard found.withheld.count < Self.mostWithheld else {
                            throw KeychainError(
                                .interactionNotAllowed, during: "reading items of another program",
                                hint: "the user is asked for a thousand items at most; name fewer")
                        }
                        try memory.take(item.footprint)
                        found.withheld.append(item)
                        unopened += 1
                    case .withheld, .skipped: break
                    }
                } catch  where error.isOfRowThatDoesNotOpen {
                    found.damaged.append(RowDamage(row, because: error))
                } catch  where error.code == .authNeeded {
                    // The keys of those that follow are derived together with its own.
                    wantsKeys = true
                    unopened += 1
                    if applicationKeys?.isExhausted != false { return false }
                } catch  where proofs.isLacking(row.reference) {
                    // The person is asked for those that follow together with it.
                    lacksProof = true
                    unopened += 1
                }
            }
            guard room >= 0 else {
                throw KeychainError(
                    .allocate, during: "collecting more than a service answers", hint: "ask for fewer items at once")
            }
            return found.items.count + unopened < limit
        }
        if wantsKeys { throw .keyIsWanted }
        if lacksProof { throw .needsProof }
        return found
    }

    /// The item of a row that matches, its secret closed.
    func listed(
        _ row: ItemRow, for query: ItemQuery, if isMeant: (Item) -> Bool
    ) throws(KeychainError) -> Item? {
        guard query.mayList(row.reference), !query.hasCertificateConditions else { return nil }
        let item = try row.open(with: keys).item
        return item.matches(query) && isMeant(item) ? item : nil
    }

    /// - Parameter isMeant: asked of a row that matches, before anything else is.
    func open(
        _ row: ItemRow, for query: ItemQuery, by policy: KeychainPolicy, withSecret: Bool,
        where isMeant: (Item) -> Bool = { _ in true }
    ) throws(KeychainError) -> RowReading {
        // What is not in the list need not be readable.
        guard query.mayList(row.reference) else { return .skipped }
        let opened = try row.open(with: keys)
        let item = opened.item
        guard item.matches(query), isMeant(item) else { return .skipped }
        guard withSecret else { return .found(.listed(item)) }
        // Before anybody is asked: no proof and no permission takes the place of the password.
        if item.accessControl.needsApplicationPassword, applicationKeys == nil {
            if query.authentication.ui == .skip { return .skipped }
            proofs.noteSealed(item)
            throw .missingApplicationPassword
        }
        let decision = try decide(opened, by: policy)
        switch consume decision {
        case .isNotTheCallers: return .skipped
        case .needsPermission: return .withheld(item)
        case .needsProof:
            _ = try skipsUnproved(item, query.authentication)
            return .skipped
        case .mayRead(let right):
            if right.usesProof { proofs.noteUse(of: item.reference, in: era) }
            guard let found = try open(opened, for: query, by: right) else { return .skipped }
            return .found(.opened(found))
        }
    }

    /// - Returns: nil for an item that is left out.
    private func open(
        _ row: OpenedRow, for query: ItemQuery, by right: borrowing MayReadSecret
    ) throws(KeychainError) -> OpenedItem? {
        let opened: OpenedItem
        do throws(KeychainError) {
            opened = try openSecret(of: row, by: right)
        } catch  where error.code == .authFailed && query.authentication.ui == .skip {
            // It is under another password than the one that the call brings.
            return nil
        } catch {
            if error.cause == .applicationPassword { proofs.noteSealed(row.item) }
            throw error
        }
        if query.returning.contains(.data) { try row.item.requireExtractable(opened.secret) }
        return FoundItem.opened(opened).meetsConditions(of: query, now: clock.now()) ? opened : nil
    }

    /// Moves damaged rows away that were found in the state of the file that the keys belong to. Where the file cannot be written, or
    /// another process has written since, they stay, and are skipped again next time: the number of a row that has gone may be
    /// another's by now.
    func quarantineIfPossible(_ damaged: [RowDamage]) {
        guard !damaged.isEmpty else { return }
        let now = clock.now()
        // A reader does not wait for a writer.
        _ = try? connection.writeAtOnce { () throws(KeychainError) in
            guard connection.dataVersion == dataVersion else { return }
            for damage in damaged { try quarantine.move(damage, now: now) }
        }
    }
}

extension ItemRow {
    fileprivate var reference: PersistentReference {
        PersistentReference(itemClass: itemClass, identifier: identifier)
    }
}
