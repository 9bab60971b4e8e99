// Items of the Secret Service are stored, changed and deleted, each in one transaction.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    func addServiceItem(
        _ new: NewServiceItem, replacingIn groups: [AccessGroup], making isMade: Bool
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try storingItem(making: isMade) { state, transaction throws(KeychainError) in
            if !groups.isEmpty, let number = try state.replaceServiceItem(with: new, of: groups, in: transaction) {
                return (number: number, isNew: false)
            }
            return (number: try state.insertServiceItem(new, in: transaction), isNew: true)
        }
    }

    func changeServiceItem(
        _ number: Int64, in group: AccessGroup, _ change: ServiceItemChange
    ) throws(KeychainError) {
        try writingItem(adding: true) { state, transaction throws(KeychainError) in
            try state.changeServiceItem(number, in: group, change, in: transaction)
        }
    }

    func deleteServiceItem(_ number: Int64, in group: AccessGroup) throws(KeychainError) {
        try writingItem { state, transaction throws(KeychainError) in
            try state.deleteServiceItem(number, in: group, in: transaction)
        }
    }

    /// - Parameter isMade: whether a keychain that is missing is made.
    private func storingItem<R>(
        making isMade: Bool,
        _ body: @escaping (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try writingItem(adding: true, body)
        } catch  where error.code == .noSuchKeychain {
            try requireNothingKept()
            guard isMade else { throw error }
            try createIfMissing()
            return try writingItem(adding: true, body)
        }
    }

    private func writingItem<R>(
        adding isAdding: Bool = false,
        _ body: @escaping (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let outcome = try write(adding: isAdding, for: .short) { state, transaction throws(KeychainError) in
            Outcome.done(try body(&state, transaction))
        }
        switch outcome {
        case .done(let result): return result
        case .needs: throw KeychainError(.internalError, during: "writing an item that lacks nothing")
        }
    }
}

extension KeychainState {
    /// - Returns: the number of the item.
    fileprivate mutating func insertServiceItem(
        _ new: NewServiceItem, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Int64 {
        let now = clock.now()
        let items = ItemStore(connection)
        let identifier = try items.nextIdentifier(of: .genericPassword, now: now, in: transaction)
        var item = Item(new, identifier, now: now)
        item.refreshDigest(secret: new.secret)
        try items.insert(SealedItem(item, secret: .new(new.secret), with: keys), in: transaction)
        try SearchIndex(connection).write(item, keys: keys, in: transaction)
        return identifier.number
    }

    /// - Returns: the number of the item, or nil if none has exactly these attributes.
    fileprivate mutating func replaceServiceItem(
        with new: NewServiceItem, of groups: [AccessGroup], in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Int64? {
        var change = ServiceItemChange()
        change.label = new.label
        change.contentType = new.contentType
        change.secret = new.secret
        let found = try ServiceRows(connection).summaries(
            with: [.exactly(new.attributes)], in: .only(groups), keys: keys)
        for summary in found {
            do throws(KeychainError) {
                try changeServiceItem(
                    summary.number, in: summary.group, having: new.attributes, change, in: transaction)
                return summary.number
            } catch  where error.code == .itemNotFound {
                continue
            }
        }
        return nil
    }

    /// - Parameter exact: the attributes that it must have.
    fileprivate mutating func changeServiceItem(
        _ number: Int64, in group: AccessGroup, having exact: SearchAttributes? = nil, _ change: ServiceItemChange,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let now = clock.now()
        var damaged: [RowDamage] = []
        let changed: Void? = try withServiceRow(number, withData: true, noting: &damaged) {
            row, item throws(KeychainError) in
            guard item.group == group, exact == nil || item.attributes == exact else { throw .notFound }
            try apply(change, to: row, now: now, in: transaction)
        }
        for damage in damaged { try quarantine.move(damage, now: now, in: transaction) }
        try damaged.requireKnownVersion()
        guard changed != nil else { throw .notFound }
    }

    private func apply(
        _ change: ServiceItemChange, to row: OpenedRow, now: Double, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard !row.item.accessControl.needsApplicationPassword else { throw .asksForTheUser }
        var item = row.item
        if let label = change.label { item.attributes[.label] = .string(label) }
        if let attributes = change.attributes { item.set(attributes) }
        if let contentType = change.contentType { item.attributes[.contentType] = .string(contentType) }
        if let group = change.group { item.attributes[.accessGroup] = .string(group.rawValue) }
        item.attributes[.modificationDate] = .date(max(now, row.row.modificationDate + KeychainClock.step))
        // The digest of the item covers its secret.
        let secret: ItemSecret?
        if let new = change.secret { secret = new } else { secret = try kept(of: row) }
        item.refreshDigest(secret: secret)
        let sealed = try SealedItem(item, secret: .new(secret), replacing: row.item, with: keys)
        try ItemStore(connection).replace(rowID: row.row.rowID, with: sealed, in: transaction)
        guard change.attributes != nil || change.group != nil else { return }
        try SearchIndex(connection).write(item, keys: keys, in: transaction)
    }

    private func kept(of row: OpenedRow) throws(KeychainError) -> ItemSecret? {
        switch try row.openSecret(with: keys, by: KeychainPolicy.mayKeep(row.item.reference)) {
        case .open(let opened): return opened.secret
        case .underPassword: throw .asksForTheUser
        }
    }

    fileprivate mutating func deleteServiceItem(
        _ number: Int64, in group: AccessGroup, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        var damaged: [RowDamage] = []
        let now = clock.now()
        let isThere = try withServiceRow(number, withData: false, noting: &damaged) { _, item in item.group == group }
        for damage in damaged { try quarantine.move(damage, now: now, in: transaction) }
        guard isThere == true else { throw .notFound }
        try ItemStore(connection).delete(rowID: number, of: .genericPassword, in: transaction)
    }
}

extension KeychainError {
    static var asksForTheUser: KeychainError {
        KeychainError(.interactionNotAllowed, during: "using over a bus an item that asks for the user")
    }
}
