// SecItemUpdate: every matching row, or none.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Changes all items that match (reference 3.5), in one transaction.
    /// - Throws: `.itemNotFound`, `.duplicateItem`, `.interactionNotAllowed`, `.missingEntitlement`,
    ///   `.dataNotAvailable` for a private key that would become extractable, `.authFailed` for a wrong password of the
    ///   application.
    func update(
        _ query: ItemQuery, with change: ItemChange, for call: CallContext
    ) throws(KeychainError) -> Outcome<Void> {
        let scope = try call.caller.decideSearch(naming: query.accessGroup).scope()
        try call.caller.decideMove(by: change)
        let checked = CheckedChange(change, of: query.itemClass)
        switch try confinement(of: query, in: scope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let confinement):
            return try updateRows(for: call) { state, transaction throws(KeychainError) in
                try state.update(query, among: confinement, with: checked, in: scope, for: call, in: transaction)
            }
        }
    }

    /// Changes the certificates and the keys that match (reference 3.5.14), in one transaction.
    /// - Throws: `.itemNotFound` if no certificate or no key matches; then nothing has changed.
    func update(
        _ query: IdentityQuery, with change: IdentityChange, for call: CallContext
    ) throws(KeychainError) -> Outcome<Void> {
        let scope = try call.caller.decideSearch(naming: query.accessGroup).scope()
        try call.caller.decideMove(by: change.certificate)
        try call.caller.decideMove(by: change.key)
        let certificateChange = CheckedChange(change.certificate, of: .certificate)
        let keyChange = CheckedChange(change.key, of: .key)
        let found: [ConfinedIdentity]?
        switch try confinement(of: query, in: scope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let identities): found = identities
        }
        return try updateRows(for: call) { state, transaction throws(KeychainError) in
            let certificates: RowChanges
            switch try state.update(
                query.certificate, among: found.map { Set($0.map(\.certificate)) }, with: certificateChange, in: scope,
                for: call, in: transaction)
            {
            case .needs(let need): return .needs(need)
            case .done(let changes): certificates = changes
            }
            guard certificates.count > 0 else { throw .notFound }
            switch try state.update(
                query.key, among: found.map { Set($0.flatMap(\.keys)) }, with: keyChange, in: scope, for: call,
                in: transaction)
            {
            case .needs(let need): return .needs(need)
            case .done(let keys):
                guard keys.count > 0 else { throw .notFound }
                return .done(
                    RowChanges(
                        count: certificates.count + keys.count,
                        putUnderPassword: certificates.putUnderPassword || keys.putUnderPassword))
            }
        }
    }

    /// - Parameter body: changes rows.
    private func updateRows(
        for call: CallContext,
        _ body:
            @escaping (inout KeychainState, borrowing WriteTransaction)
            throws(KeychainError) -> Outcome<RowChanges>
    ) throws(KeychainError) -> Outcome<Void> {
        let outcome = try orNotFound(for: call) { () throws(KeychainError) in try write(adding: true, body) }
        guard case .done(let changes) = outcome else { return outcome.map { _ in () } }
        guard changes.count > 0 else { throw .notFound }
        // The log would go on holding the secrets as they were, under the class key alone.
        if changes.putUnderPassword { emptyLog() }
        return .done(())
    }
}

/// What an update came to.
private struct RowChanges {
    var count = 0
    /// Whether a secret that was under its class key alone is under a password of the application now.
    var putUnderPassword = false
}

extension Caller {
    /// - Throws: `.missingEntitlement` if a change moves items to a group that the caller may not write to.
    fileprivate func decideMove(by change: ItemChange) throws(KeychainError) {
        guard case .string(let name)? = change.attributes[.accessGroup] else { return }
        _ = try decideWrite(naming: AccessGroup(rawValue: name)).scope()
    }
}

extension KeychainState {
    /// - Parameter confinement: the only items that may change, or nil for all that match.
    /// - Returns: what was changed. A damaged row goes to quarantine and counts as none.
    fileprivate mutating func update(
        _ query: ItemQuery, among confinement: Set<PersistentReference>?, with checked: CheckedChange,
        in scope: GroupScope, for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<RowChanges> {
        let change = checked.change
        let permission = call.caller.userPermission
        let rows = try rows(of: query, among: confinement, in: scope, withData: !checked.replacesSecret, for: call)
        // All that match are changed, or none.
        try rows.damaged.requireKnownVersion()
        let now = clock.now()
        for damage in rows.damaged { try quarantine.move(damage, now: now, in: transaction) }
        var changes = RowChanges()
        var lacksProof = false
        let need = try forEach(rows, withData: !checked.replacesSecret, for: call, in: transaction) {
            state, row throws(KeychainError) in
            guard case .success(let row) = row else { return nil }
            let opened = try row.open(with: state.keys)
            try state.require(change, of: opened, isFreeOf: permission)
            switch try state.applyCharged(
                checked, to: opened, query.authentication, now: now, for: call, in: transaction)
            {
            case .needs(.proof):
                // The user is asked for those that follow together with it; nothing of this is kept.
                lacksProof = true
                return nil
            case .needs(let need): return need
            case .done(false): return nil
            case .done(true): break
            }
            changes.count += 1
            if change.accessControl?.needsApplicationPassword == true,
                !opened.item.accessControl.needsApplicationPassword
            {
                changes.putUnderPassword = true
            }
            return nil
        }
        if let need { return .needs(need) }
        return lacksProof ? .needs(.proof) : .done(changes)
    }

    /// - Throws: `.interactionNotAllowed` if a tool would let somebody else read another program's item, or read it at
    ///   more times or in more places, or make another kind of key of it: whoever runs the tool need not be the user.
    private func require(
        _ change: ItemChange, of row: OpenedRow, isFreeOf permission: UserPermission?
    ) throws(KeychainError) {
        guard let permission, permission.seesEveryItem else { return }
        let decisive: [Attribute] =
            [.accessGroup]
            + (row.item.reference.itemClass == .key
                ? [.keyClass, .type, .isExtractable, .wasNeverExtractable, .isSensitive, .wasAlwaysSensitive] : [])
        let isChanged = decisive.contains { attribute in
            change.attributes[attribute].map { $0 != row.item.attributes[attribute] } ?? false
        }
        let isWeakened =
            change.accessControl(for: row.item).isWeaker(than: row.item.accessControl)
            || change.attributes[.synchronizable] == .number(1) && row.item.attributes[.synchronizable] != .number(1)
        guard change.accessList != nil || isChanged || isWeakened, try isWithheld(row, by: permission) else { return }
        throw KeychainError(
            .interactionNotAllowed, during: "changing who may read an item of another program",
            hint: isWeakened
                ? "the program that stored it can protect it less; to give it up, delete it"
                : "`security set-generic-password-partition-list` does it with the keychain's password")
    }

    /// The rows of a query, each of which has been opened without its secret.
    func rows(
        of query: ItemQuery, among confinement: Set<PersistentReference>? = nil, in scope: GroupScope,
        withData: Bool = true, for call: CallContext
    ) throws(KeychainError) -> MatchingRows {
        var rows = MatchingRows(of: query.itemClass)
        let limit = query.limit.count
        guard limit > 0 else { return rows }
        try items(call).select(query, in: scope, withData: withData, keys: keys) { result throws(KeychainError) in
            switch result {
            case .failure(let damage) where confinement == nil && query.mayMeanDamage:
                try rows.add(damage, charging: call.memory)
            case .failure: break
            case .success(let row):
                // What is not meant need not be readable.
                guard confinement?.contains(row.reference) != false, query.mayList(row.reference) else { break }
                do throws(KeychainError) {
                    if try row.open(with: keys).item.matches(query) { try rows.add(row, charging: call.memory) }
                } catch  where error.isOfRowThatDoesNotOpen {
                    try rows.add(RowDamage(row, because: error), charging: call.memory)
                }
            }
            return rows.count < limit
        }
        return rows
    }

    /// Applies a change to a row, with its secret if that is needed although it is replaced, and charges what writing
    /// it takes.
    private mutating func applyCharged(
        _ checked: CheckedChange, to old: OpenedRow, _ authentication: Authentication, now: Double,
        for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Bool> {
        let items = items(call)
        if checked.replacesSecret { try items.requireKnownSecret(ofRow: old.row.rowID, of: old.row.itemClass) }
        guard checked.replacesSecret, old.item.accessControl.needsApplicationPassword else {
            // A new secret was charged with its request, with all that becomes of it.
            let size = checked.change.secret == nil || checked.replacesSecret ? old.row.sizeToRewrite : 0
            return try call.memory.holding(size) { () throws(KeychainError) in
                try apply(checked, to: old, authentication, now: now, for: call, in: transaction)
            }
        }
        let outcome = try items.withRow(old.row.rowID, of: old.row.itemClass, withData: true) {
            row throws(KeychainError) -> Outcome<Bool> in
            guard case .success(let row) = row else { return .done(false) }
            return try apply(
                checked, to: row.open(with: keys), authentication, now: now, for: call, in: transaction)
        }
        return outcome ?? .done(false)
    }

    /// - Returns: false if the secret was needed and did not open, and the row is in quarantine then; or if the item
    ///   needs the user, and such items are to be left out.
    private mutating func apply(
        _ checked: CheckedChange, to old: OpenedRow, _ authentication: Authentication, now: Double,
        for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Bool> {
        let change = checked.change
        var new = old.item
        new.attributes.merge(change.attributes) { _, changed in changed }
        try new.keepSecretService(of: old.item)
        if let need = try requireFree(old, toBecome: new, for: call) { return .needs(need) }
        new.accessControl = change.accessControl(for: old.item)
        try requireKept(old, for: new.accessControl)
        try checked.requireWholeKey(for: new)
        try require(new.accessControl)
        guard new.attributes[.synchronizable] != .number(1) || !new.accessControl.isConstrained else {
            throw KeychainError(.parameter, during: "making an item with an access control synchronizable")
        }
        // The old condition must be met, whether the secret is replaced or not (reference 3.5.11).
        // That of a key for use alone, too.
        if new.accessControl != old.item.accessControl {
            switch try proof(of: old.item, authentication, for: call) {
            case .proved: break
            case .lacking: return .needs(.proof)
            case .skipped: return .done(false)
            }
        }
        new.attributes[.accessible] = .string(new.accessControl.protection.rawValue)
        new.attributes[.modificationDate] = .date(max(now, old.row.modificationDate + KeychainClock.step))

        let sealed: SealedItem
        do throws(KeychainError) {
            switch try seal(&new, with: change, replacing: old, for: call) {
            case .needs(let need): return .needs(need)
            case .done(let item): sealed = item
            }
        } catch  where error.isDamage {
            try quarantine.move(RowDamage(old.row, because: error), now: now, in: transaction)
            return .done(false)
        }
        let items = items(call)
        do throws(KeychainError) {
            try items.replace(rowID: old.row.rowID, with: sealed, in: transaction)
        } catch  where error.code == .duplicateItem {
            try makeRoom(for: new, except: old.row.rowID, or: error, now: now, for: call, in: transaction)
            try items.replace(rowID: old.row.rowID, with: sealed, in: transaction)
        }
        try updateAccessList(of: old.item, to: new, with: change.accessList, in: transaction)
        try leaveTombstone(of: old.item, renamedTo: new, now: now, for: call, in: transaction)
        if old.item.isOfSecretService { try SearchIndex(connection).write(new, keys: keys, in: transaction) }
        return .done(true)
    }

    /// Completes the item digest and seals a changed item. The digest covers the secret, and another class needs it
    /// sealed again: it is opened unless it is replaced. What is under a password of the application is opened if it is
    /// to change.
    private func seal(
        _ new: inout Item, with change: ItemChange, replacing old: OpenedRow, for call: CallContext
    ) throws(KeychainError) -> Outcome<SealedItem> {
        let right = KeychainPolicy.mayKeep(old.item.reference)
        let isUnderPassword = old.item.accessControl.needsApplicationPassword
        let isOtherKey =
            new.reference.itemClass == .key
            && [.keyClass, .type].contains { (part: Attribute) in new.attributes[part] != old.item.attributes[part] }
        if isUnderPassword, !isOtherKey, new.accessControl == old.item.accessControl,
            !change.touchesSecret(of: old.item)
        {
            guard case .underPassword(let envelope) = try old.openSecret(with: keys, by: right) else {
                throw KeychainError(.internalError, during: "keeping what is sealed under a password of its program")
            }
            new.refreshDigest(secret: nil)
            return .done(try SealedItem(new, secret: .kept(envelope), replacing: old.item, with: keys))
        }
        var secret = change.secret
        var envelope: PasswordEnvelope?
        if secret == nil || isUnderPassword {
            let opened: OpenedItem
            switch try old.openSecret(with: keys, by: right) {
            case .open(let item): opened = item
            case .underPassword(let sealed):
                // Whoever replaces a secret under a password knows that password.
                envelope = sealed
                switch try open(sealed, of: old, by: right, for: call) {
                case .needs(let need): return .needs(need)
                case .done(let item): opened = item
                }
            }
            // What becomes a key by its attributes alone is one as what is added.
            if secret == nil, isOtherKey, let kept = opened.secret { try new.attributes.requireWholeKey(kept) }
            secret = secret ?? opened.secret
            new.attributes.merge(opened.fields) { own, _ in own }
        }
        new.refreshDigest(secret: secret)
        switch try sealing(secret, of: new, replacing: envelope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let sealing):
            return .done(try SealedItem(new, secret: sealing, replacing: old.item, with: keys))
        }
    }

    /// A private key that is there to be used keeps what its uses ask for, and does not become one that is read.
    private func requireKept(_ old: OpenedRow, for new: AccessControl) throws(KeychainError) {
        let control = old.item.accessControl
        guard old.item.reference.itemClass == .key, control.isForUseOnly, control.flags != new.flags else { return }
        guard !control.needsUserToUse else {
            throw KeychainError(
                .interactionNotAllowed, during: "changing the access control of a key that needs a proof")
        }
        guard !new.isForUseOnly else { return }
        throw KeychainError(.dataNotAvailable, during: "making a key that stays in the keychain one that is read")
    }

    /// A private key that is not extractable becomes neither extractable nor a public one nor one of another type.
    /// Which it is, its bytes say.
    /// - Returns: what is needed to look at them.
    private func requireFree(
        _ old: OpenedRow, toBecome new: Item, for call: CallContext
    ) throws(KeychainError) -> Need? {
        let fixed = [Attribute.isExtractable, .keyClass, .type]
        guard old.item.reference.itemClass == .key,
            old.item.attributes[.isExtractable] == .number(0) || old.item.accessControl.isForUseOnly,
            fixed.contains(where: { new.attributes[$0] != old.item.attributes[$0] })
        else { return nil }
        do throws(KeychainError) {
            switch try openSecret(of: old, by: KeychainPolicy.mayKeep(old.item.reference), for: call) {
            case .needs(let need): return need
            case .done(let opened):
                try old.item.requireExtractable(opened.secret)
                return nil
            }
        } catch  where error.isDamage {
            throw KeychainError(.dataNotAvailable, during: "looking at a key that is not extractable")
        }
    }

    /// A tombstone or a damaged row gives way; a live item does not.
    private func makeRoom(
        for item: Item, except rowID: Int64, or duplicate: KeychainError, now: Double, for call: CallContext,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard let holder = try items(call).rowHoldingKey(of: item, except: rowID, keys: keys) else { throw duplicate }
        switch holder {
        case .success(let row) where row.isTombstone:
            try items(call).delete(rowID: row.rowID, of: row.itemClass, in: transaction)
        case .success(let row):
            guard let damage = damage(of: row), !damage.isOfNewerVersion else { throw duplicate }
            try quarantine.move(damage, now: now, in: transaction)
        case .failure(let damage): try quarantine.move(damage, now: now, in: transaction)
        }
    }

    /// A synchronizable item whose primary key changed leaves a tombstone under the old key (reference 3.5.9).
    private func leaveTombstone(
        of old: Item, renamedTo new: Item, now: Double, for call: CallContext,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard old.attributes[.synchronizable] == .number(1), old.attributes[.tombstone] != .number(1) else { return }
        let hasNewKey = old.reference.itemClass.attributes.contains { description in
            description.traits.contains(.primaryKey)
                && description.keyBytes(of: old.attributes[description.attribute])
                    != description.keyBytes(of: new.attributes[description.attribute])
        }
        guard hasNewKey else { return }
        let identifier = try items(call).nextIdentifier(
            of: old.reference.itemClass, now: now, in: transaction)
        let tombstone = old.tombstone(identifier: identifier, now: now)
        try items(call).insert(SealedItem(tombstone, secret: .none, with: keys), in: transaction)
    }
}

extension ItemChange {
    /// True if what is sealed with the secret changes.
    fileprivate func touchesSecret(of item: Item) -> Bool {
        secret != nil
            || attributes.contains { item.reference.itemClass.description(of: $0.key)?.storage == .secret }
    }

    /// The access control that an item has afterwards.
    fileprivate func accessControl(for item: Item) -> AccessControl {
        if let accessControl {
            // The same flags again bind to no other fingers: whoever may not read the item must not make it theirs.
            guard accessControl.flags == item.accessControl.flags else { return accessControl }
            return accessControl.bound(to: item.accessControl.enrolledSet)
        }
        guard case .string(let name)? = attributes[.accessible], let protection = ProtectionClass(rawValue: name) else {
            return item.accessControl
        }
        return AccessControl(
            protection: protection, flags: item.accessControl.flags, enrolledSet: item.accessControl.enrolledSet)
    }
}

extension AttributeDescription {
    /// What decides whether two values are the same part of a primary key: text and data with the same bytes are, and
    /// so are an absent and an empty value.
    fileprivate func keyBytes(of value: AttributeValue?) -> [UInt8] {
        guard let value, !value.isEmpty else { return [] }
        let isNumber = if case .number = value { kind != .blob } else { false }
        return [isNumber ? 1 : 0] + value.canonicalBytes(for: kind)
    }
}
