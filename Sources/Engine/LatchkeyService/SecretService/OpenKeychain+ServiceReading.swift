// Items of the Secret Service are searched and opened, each time in one snapshot.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    func serviceItems(
        matching attributes: SearchAttributes, in scope: GroupScope, admitting isAdmitted: ((AccessGroup) -> Bool)?
    ) throws(KeychainError) -> ServiceSearchResult {
        var unread: [RowDamage] = []
        let found = try readingItems { state, damaged throws(KeychainError) in
            defer { unread = damaged }
            let isLocked = state.lockState != .unlocked
            let found = try state.serviceSummaries(matching: attributes, in: scope, admitting: isAdmitted)
            var result = ServiceSearchResult(items: found, isLocked: isLocked)
            // Nothing is compared if nothing was asked.
            guard !attributes.isEmpty, !isLocked else { return result }
            result.items = []
            for summary in found
            where try state.openServiceItem(summary, matching: attributes, noting: &damaged) != nil {
                result.items.append(summary)
            }
            return result
        }
        // Whoever takes that for "there is none" stores a new secret, and loses the old one.
        try unread.requireRead(besides: found.items.count)
        return found
    }

    func openServiceItems(
        matching attributes: SearchAttributes, in scope: GroupScope
    ) throws(KeychainError) -> [ServiceItem] {
        try readingItems { state, damaged throws(KeychainError) in
            var items: [ServiceItem] = []
            for summary in try state.serviceSummaries(matching: attributes, in: scope) {
                guard let item = try state.openServiceItem(summary, matching: attributes, noting: &damaged) else {
                    continue
                }
                items.append(item)
            }
            return items
        }
    }

    func look(
        atServiceItem number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth
    ) throws(KeychainError) -> ServiceItemLook? {
        var unread: [RowDamage] = []
        let found = try readingItems { state, damaged throws(KeychainError) -> ServiceItemLook? in
            defer { unread = damaged }
            guard let summary = try ServiceRows(state.connection).summary(number, keys: state.keys) else { return nil }
            return try state.look(at: summary, opening: depth(summary.group), noting: &damaged)
        }
        try unread.requireRead()
        return found
    }

    func serviceItem(_ number: Int64) throws(KeychainError) -> ServiceItem {
        var unread: [RowDamage] = []
        let found = try readingItems { state, damaged throws(KeychainError) in
            defer { unread = damaged }
            return try state.withServiceRow(number, withData: false, noting: &damaged) {
                _, item throws(KeychainError) in item
            }
        }
        try unread.requireRead()
        guard let found else { throw .notFound }
        return found
    }

    func serviceSecret(
        of number: Int64, in group: AccessGroup
    ) throws(KeychainError) -> (item: ServiceItem, secret: ItemSecret) {
        var unread: [RowDamage] = []
        let found = try readingItems { state, damaged throws(KeychainError) in
            defer { unread = damaged }
            return try state.withServiceRow(number, withData: true, noting: &damaged) {
                row, item throws(KeychainError) in
                guard item.group == group else { throw .notFound }
                return (item: item, secret: try state.secret(of: row, in: group))
            }
        }
        try unread.requireRead()
        guard let found else { throw .notFound }
        return found
    }

    /// Runs `body` on one snapshot of the file, and moves the rows away that turn out to be damaged.
    private func readingItems<R>(
        _ body: (inout KeychainState, inout [RowDamage]) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try withState(isReading: true) { state throws(KeychainError) in
            var damaged: [RowDamage] = []
            let connection = state.connection
            let result = try connection.read { snapshot throws(KeychainError) in
                try state.refresh(in: snapshot)
                return try body(&state, &damaged)
            }
            state.quarantineIfPossible(damaged)
            return result
        }
    }
}

extension [RowDamage] {
    /// - Parameter count: items that do open. What a newer version has written stays where it is, and is passed over if
    ///   there are some: else it would hide them for good.
    /// - Throws: `.wrongVersion`, and `.decode` for a damaged row, which is in quarantine when somebody asks again.
    fileprivate func requireRead(besides count: Int = 0) throws(KeychainError) {
        if count == 0 { try requireKnownVersion() }
        guard contains(where: { !$0.isOfNewerVersion }) else { return }
        throw KeychainError(
            .decode, during: "reading an item", hint: "a damaged item was set aside: see `latchkey doctor`")
    }
}

extension KeychainState {
    /// - Throws: `.itemNotFound` if the row is no longer what its entry says.
    fileprivate func look(
        at summary: ServiceItemSummary, opening depth: ServiceItemLook.Depth, noting damaged: inout [RowDamage]
    ) throws(KeychainError) -> ServiceItemLook {
        let isLocked = lockState != .unlocked
        let unopened = ServiceItemLook(summary: summary, isLocked: isLocked)
        let wantsSecret: Bool
        switch depth {
        case .summary: return unopened
        case .attributes: wantsSecret = false
        case .secret: wantsSecret = true
        }
        do throws(KeychainError) {
            let look = try withServiceRow(summary.number, withData: wantsSecret, noting: &damaged) {
                row, item throws(KeychainError) -> ServiceItemLook? in
                guard item.group == summary.group else { return nil }
                let secret = wantsSecret ? try secretIfFree(of: row, in: item.group) : nil
                return ServiceItemLook(summary: summary, isLocked: isLocked, item: item, secret: secret)
            }
            guard let look = look ?? nil else {
                // It is told of damage in another way.
                guard damaged.isEmpty else { return unopened }
                throw .notFound
            }
            return look
        } catch {
            // Its class is locked.
            guard error.code == .interactionNotAllowed else { throw error }
            return unopened
        }
    }

    /// Nil if the user would have to be asked, or a password.
    private func secretIfFree(of row: OpenedRow, in group: AccessGroup) throws(KeychainError) -> ItemSecret? {
        do throws(KeychainError) { return try secret(of: row, in: group) } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            return nil
        }
    }

    /// - Throws: `.interactionNotAllowed` if the user would have to be asked, or a password.
    fileprivate func secret(of row: OpenedRow, in group: AccessGroup) throws(KeychainError) -> ItemSecret {
        let item = row.item
        let policy = KeychainPolicy(.groups(.only([group])), for: .answer)
        let decision = try policy.decide(
            item.reference, in: item.accessGroup, under: item.accessControl, proving: { ProofEvidence() },
            list: { .groupOnly }, isPublicKey: { false })
        switch consume decision {
        case .mayRead(let right):
            switch try row.openSecret(with: keys, by: right) {
            case .open(let opened): return opened.secret ?? ItemSecret(unsafe SecretBytes(count: 0) { _ in })
            case .underPassword: throw .asksForTheUser
            }
        case .needsProof: throw .asksForTheUser
        case .needsPermission: throw .asksForTheUser
        case .isNotTheCallers: throw .notFound
        }
    }
}
