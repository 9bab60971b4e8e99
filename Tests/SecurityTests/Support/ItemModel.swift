// Generic passwords as reference 3 describes them, in memory and without any code of the keychain.
// SPDX-License-Identifier: Apache-2.0

import Security

/// What makes an item one in the alphabet of the model test.
struct ModelKey: Hashable, Sendable {
    var account: String
    var service: String
    var isSynchronizable: Bool
}

struct ModelRow: Hashable, Sendable {
    let row: Int
    var key: ModelKey
    var label: String?
    var secret: String?
    var isTombstone = false
}

/// The conditions of a query; nil if the dictionary has none.
struct ModelQuery: Hashable, Sendable {
    var account: String?
    var service: String?
    var label: String?
    /// Without a flag local items only (3.2.2).
    var flag = Flag.absent
    /// Without this key live items only (3.2.3).
    var isTombstone: Bool?

    enum Flag: CaseIterable, Sendable { case absent, no, yes, either }

    func matches(_ row: ModelRow) -> Bool {
        let isSynchronizableRight =
            switch flag {
            case .absent, .no: !row.key.isSynchronizable
            case .yes: row.key.isSynchronizable
            case .either: true
            }
        return isSynchronizableRight && row.isTombstone == (isTombstone ?? false)
            && (account ?? row.key.account) == row.key.account && (service ?? row.key.service) == row.key.service
            && (label == nil || label == row.label)
    }
}

struct ModelChange: Hashable, Sendable {
    var account: String?
    var service: String?
    var isSynchronizable: Bool?
    var label: String?
    var secret: String?
}

struct ItemModel {
    private(set) var rows: [ModelRow] = []
    private var nextRow = 0

    /// 3.3.8: a duplicate is refused, a tombstone is replaced in place.
    mutating func add(_ key: ModelKey, label: String?, secret: String?) -> OSStatus {
        let new = ModelRow(row: nextRow, key: key, label: label, secret: secret)
        guard let index = rows.firstIndex(where: { $0.key == key }) else {
            append(new)
            return errSecSuccess
        }
        guard rows[index].isTombstone else { return errSecDuplicateItem }
        rows[index] = ModelRow(row: rows[index].row, key: key, label: label, secret: secret)
        return errSecSuccess
    }

    /// In the order of creation, at most `limit`.
    func find(_ query: ModelQuery, limit: Int) -> [ModelRow] { Array(rows.filter(query.matches).prefix(limit)) }

    /// 3.5: all or none; a collision with a live item is refused, a tombstone gives way, and a synchronizable item
    /// leaves a tombstone under its old key.
    mutating func update(_ query: ModelQuery, _ change: ModelChange) -> OSStatus {
        let before = self
        let found = rows.filter(query.matches)
        guard !found.isEmpty else { return errSecItemNotFound }
        for old in found {
            var new = old
            new.key.account = change.account ?? old.key.account
            new.key.service = change.service ?? old.key.service
            new.key.isSynchronizable = change.isSynchronizable ?? old.key.isSynchronizable
            new.label = change.label ?? old.label
            new.secret = change.secret ?? old.secret
            if let other = rows.firstIndex(where: { $0.key == new.key && $0.row != old.row }) {
                guard rows[other].isTombstone else {
                    self = before
                    return errSecDuplicateItem
                }
                rows.remove(at: other)
            }
            rows = rows.map { $0.row == old.row ? new : $0 }
            if old.key.isSynchronizable, new.key != old.key {
                append(ModelRow(row: nextRow, key: old.key, isTombstone: true))
            }
        }
        return errSecSuccess
    }

    /// 3.6.4 and 3.9: what stays of each item that matches.
    mutating func delete(_ query: ModelQuery, leavesTombstones: Bool?) -> OSStatus {
        let found = rows.filter(query.matches)
        guard !found.isEmpty else { return errSecItemNotFound }
        for row in found {
            let stays = row.isTombstone ? leavesTombstones == true : leavesTombstones ?? row.key.isSynchronizable
            guard let index = rows.firstIndex(where: { $0.row == row.row }) else { continue }
            if stays {
                rows[index] = ModelRow(row: row.row, key: row.key, isTombstone: true)
            } else {
                rows.remove(at: index)
            }
        }
        return errSecSuccess
    }

    private mutating func append(_ row: ModelRow) {
        rows.append(row)
        nextRow += 1
    }
}
