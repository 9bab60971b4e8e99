// Opens the item of a row that a search has selected.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// The item of a row that matches, its secret closed.
    /// - Returns: nil for a row that does not match after all.
    func listed(
        _ row: ItemRow, for query: ItemQuery, if isMeant: (Item) -> Bool
    ) throws(KeychainError) -> Item? {
        guard query.mayList(row.reference), !query.hasCertificateConditions else { return nil }
        let item = try row.open(with: keys).item
        return item.matches(query) && isMeant(item) ? item : nil
    }

    /// - Parameter isMeant: asked about a row that matches, before anything else is.
    func open(
        _ row: ItemRow, for query: ItemQuery, by policy: KeychainPolicy, for call: CallContext, withSecret: Bool,
        where isMeant: (Item) -> Bool
    ) throws(KeychainError) -> RowReading {
        // What is not in the list need not be readable.
        guard query.mayList(row.reference) else { return .skipped }
        let opened = try row.open(with: keys)
        let item = opened.item
        guard item.matches(query), isMeant(item) else { return .skipped }
        guard withSecret else { return .found(.listed(item)) }
        // Before anybody is asked: no proof and no permission takes the place of the password.
        if item.accessControl.needsApplicationPassword, call.applicationKeys == nil {
            if query.authentication.ui == .skip { return .skipped }
            call.proofs.noteSealed(item)
            throw .missingApplicationPassword
        }
        let decision = try decide(opened, by: policy, for: call)
        switch consume decision {
        case .isNotTheCallers: return .skipped
        case .needsPermission: return .withheld(item)
        case .needsProof:
            switch try unproved(item, query.authentication, for: call) {
            case .lacking: return .lacksProof
            case .proved, .skipped: return .skipped
            }
        case .mayRead(let right):
            if right.usesProof { call.proofs.noteUse(of: item.reference, in: era) }
            return try open(opened, for: query, by: right, for: call)
        }
    }

    private func open(
        _ row: OpenedRow, for query: ItemQuery, by right: borrowing MayReadSecret, for call: CallContext
    ) throws(KeychainError) -> RowReading {
        let opened: FoundItem
        do throws(KeychainError) {
            switch try openSecret(of: row, by: right, for: call) {
            case .needs: return .wantsKey
            case .done(let item): opened = .opened(item)
            }
        } catch  where error.code == .authFailed && query.authentication.ui == .skip {
            // It is under another password than the one that the call brings.
            return .skipped
        } catch {
            if error.cause == .applicationPassword { call.proofs.noteSealed(row.item) }
            throw error
        }
        if query.returning.contains(.data) { try row.item.requireExtractable(opened.secret) }
        return opened.meetsConditions(of: query, now: clock.now()) ? .found(opened) : .skipped
    }

    /// What the policy says of the secret of a row.
    private func decide(
        _ row: OpenedRow, by policy: KeychainPolicy, for call: CallContext
    ) throws(KeychainError) -> SecretDecision {
        let item = row.item
        return try policy.decide(
            item.reference, in: item.accessGroup, under: item.accessControl,
            proving: { call.proofs.evidence(for: item.reference, in: era) },
            list: { () throws(KeychainError) in try readableList(of: item) }, isPublicKey: { isPublicKey(row) })
    }
}

extension ItemRow {
    var reference: PersistentReference {
        PersistentReference(itemClass: itemClass, identifier: identifier)
    }
}
