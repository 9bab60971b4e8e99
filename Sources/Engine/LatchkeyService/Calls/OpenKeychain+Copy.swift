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
    /// - Parameter permitted: what the person has permitted this call beyond that.
    /// - Throws: `.itemNotFound` where there are none, `.interactionNotAllowed` where one of them is locked or needs a proof
    ///   from the person or a password of the application, `.authFailed` where that password is wrong, `.dataNotAvailable` where data is asked for and one of them is a private key whose bytes stay here.
    func copy(
        _ query: ItemQuery, from caller: Caller, permitting permitted: Set<PersistentReference> = [],
        proving proofs: CallProofs = .none, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> ReadOutcome {
        let reading = try caller.decideReading(naming: query.accessGroup)
        if let refusal = reading.refusal, !file.exists { throw refusal }
        let permission = query.wantsSecret ? caller.personsPermission : nil
        let outcome = try orNotFound { () throws(KeychainError) in
            try readState(with: query.authentication, charging: memory) { state throws(KeychainError) in
                try state.proving(proofs) { state throws(KeychainError) in
                    try state.outcome(of: query, as: reading, asking: permission, permitting: permitted)
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
        of query: ItemQuery, as reading: ReadingDecision, asking permission: PersonsPermission?,
        permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> ReadOutcome {
        var result = Reading()
        if permission?.seesEveryItem != true {
            (result.items, result.damaged) = try searchForOne(query, in: reading.scope)
        }
        if result.items.isEmpty {
            let connection = connection
            result = try connection.read { () throws(KeychainError) in
                try refresh()
                return try read(query, as: reading, asking: permission, permitting: permitted)
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
        _ query: ItemQuery, in scope: GroupScope
    ) throws(KeychainError) -> (items: [Item], damaged: [RowDamage]) {
        // A chain of issuers is followed in one snapshot with what begins it.
        guard query.limit == .one, !query.followsIssuers else { return ([], []) }
        try followSession()
        if query.isAnsweredBySecretAlone,
            let secret = try items.selectOnlySecret(query, in: scope, unlessChangedSince: dataVersion, keys: keys),
            let item = try secret.open(with: keys)
        {
            return ([item], [])
        }
        return try search(query, in: scope, unlessChangedSince: dataVersion)
    }

    /// One search in one snapshot: what the caller's groups have, what lists share, and what the person may permit.
    fileprivate func read(
        _ query: ItemQuery, as decision: ReadingDecision, asking permission: PersonsPermission?,
        permitting permitted: Set<PersistentReference>
    ) throws(KeychainError) -> Reading {
        if let permission, permission.seesEveryItem {
            return try readAsTool(query, in: decision.scope, asking: permission, permitting: permitted)
        }
        var found = try search(query, in: decision.scope)
        try addShared(query, for: decision.shared, to: &found)
        var result = Reading(items: found.items, damaged: found.damaged)
        if result.items.isEmpty, decision.refusal == nil, let permission {
            try addAskable(query, asking: permission, permitting: permitted, to: &result)
        }
        return result
    }

    /// Opens what matches, with the rows that turned out to be damaged.
    /// - Parameter version: the state of the file that the keys belong to; nothing is found where it is another one.
    /// - Parameter decide: what is done with a row whose secret would be opened next.
    func search(
        _ query: ItemQuery, in scope: GroupScope, unlessChangedSince version: UInt32? = nil,
        deciding decide: (OpenedRow) throws(KeychainError) -> SecretDecision = { _ in .open }
    ) throws(KeychainError) -> (items: [Item], damaged: [RowDamage]) {
        let limit = query.limit.count
        guard query.followsIssuers else {
            return try collect(query, in: scope, limit: limit, unlessChangedSince: version, deciding: decide)
        }
        var result = try collect(query, in: scope, limit: .max, unlessChangedSince: version, deciding: decide)
        result.items = try issued(result.items, as: query, in: scope, limit: limit) { $0 }
        return result
    }

    /// Bytes of items that a service collects for one call. An answer has room for no more.
    private static let largestAnswer = 32 << 20

    /// As ``search(_:in:unlessChangedSince:)``, whoever issued the certificates.
    func collect(
        _ query: ItemQuery, in scope: GroupScope, limit: Int, unlessChangedSince version: UInt32? = nil,
        deciding decide: (OpenedRow) throws(KeychainError) -> SecretDecision = { _ in .open }
    ) throws(KeychainError) -> (items: [Item], damaged: [RowDamage]) {
        var found: [Item] = []
        var unopened = 0
        var damaged: [RowDamage] = []
        var (wantsKeys, lacksProof) = (false, false)
        var room = unlockPlace == .service ? Self.largestAnswer : .max
        guard limit > 0 else { return ([], []) }
        let wantsData = query.opensSecrets
        try items.select(query, in: scope, withData: wantsData, keys: keys) { result throws(KeychainError) in
            if let version, connection.dataVersion != version { return false }
            switch result {
            case .failure(let damage): damaged.append(damage)
            case .success(let row):
                do throws(KeychainError) {
                    let item = try open(row, for: query, withSecret: wantsData) { row throws(KeychainError) in
                        let decision = try decide(row)
                        if decision == .count { unopened += 1 }
                        return decision == .open
                    }
                    if let item {
                        room -= item.size
                        try memory.take(item.footprint)
                        found.append(item)
                    }
                } catch  where error.isOfRowThatDoesNotOpen {
                    damaged.append(RowDamage(row, because: error))
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
            return found.count + unopened < limit
        }
        if wantsKeys { throw .keyIsWanted }
        if lacksProof { throw .needsProof }
        return (found, damaged)
    }

    /// - Parameter mayOpen: asked before the secret of a row that matches is opened.
    /// - Parameter isMeant: asked of a row that matches, before anything else is.
    /// - Returns: nil for a row that does not match after all, or that is skipped.
    func open(
        _ row: ItemRow, for query: ItemQuery, withSecret: Bool,
        if mayOpen: (OpenedRow) throws(KeychainError) -> Bool = { _ in true },
        where isMeant: (Item) -> Bool = { _ in true }
    ) throws(KeychainError) -> Item? {
        // What is not in the list need not be readable.
        guard query.mayList(row.reference) else { return nil }
        var opened = try row.open(with: keys)
        guard opened.item.matches(query), isMeant(opened.item) else { return nil }
        if withSecret {
            // Before anybody is asked: no proof and no permission takes the place of the password.
            if opened.item.accessControl.needsApplicationPassword, applicationKeys == nil {
                if query.authentication.ui == .skip { return nil }
                proofs.noteSealed(opened.item)
                throw .missingApplicationPassword
            }
            guard try mayOpen(opened) else { return nil }
            // The bytes of a key that is for use alone go nowhere; its uses ask for the proof.
            let control = opened.item.accessControl
            if proofs.isForUse ? control.needsPersonToUse : control.needsPerson(toRead: row.reference.itemClass) {
                guard try isProved(opened.item, query.authentication) else { return nil }
            }
            do throws(KeychainError) {
                try openSecret(of: &opened)
            } catch  where error.code == .authFailed && query.authentication.ui == .skip {
                // It is under another password than the one that the call brings.
                return nil
            } catch {
                if error.cause == .applicationPassword { proofs.noteSealed(opened.item) }
                throw error
            }
            if query.returning.contains(.data) { try [opened.item].requireExtractable() }
        }
        return opened.item.meetsConditions(of: query, now: clock.now()) ? opened.item : nil
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
