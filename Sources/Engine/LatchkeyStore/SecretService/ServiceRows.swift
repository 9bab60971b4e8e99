// The rows that may be items of the Secret Service, as far as they are in the clear.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Reads without opening anything, so also while the keychain is locked.
package struct ServiceRows {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// What has all terms, the newest first: the one that was last modified, then the one that was last created.
    /// - Parameter isAdmitted: the groups whose items are looked at; nil for all of the scope. It is asked about groups
    ///   whether they have what is searched for or not, so that a search takes no time for items of others.
    package func summaries(
        with terms: [SearchTerm], in scope: GroupScope, admitting isAdmitted: ((AccessGroup) -> Bool)? = nil,
        keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [ServiceItemSummary] {
        var scope = scope
        if let isAdmitted {
            switch scope {
            case .all: scope = .only(try groups(keys: keys).filter(isAdmitted))
            case .only(let groups): scope = .only(groups.filter(isAdmitted))
            }
        }
        var group: AccessGroup?
        var found: [ServiceItemSummary] = []
        for number in try SearchIndex(connection).items(with: terms, in: scope, keys: keys) {
            guard let summary = try summary(number, sharing: &group), scope.contains(summary.group) else { continue }
            found.append(summary)
        }
        found.sort(by: Self.isNewer)
        return found
    }

    /// The groups that have items of the Secret Service.
    private func groups(keys: borrowing UnlockedKeybag) throws(KeychainError) -> [AccessGroup] {
        var (found, last): ([AccessGroup], AccessGroup?) = ([], nil)
        try SearchIndex(connection).walkGroups(of: try keys.searchDigest(of: .any)) {
            _, item throws(KeychainError) in
            guard let group = try summary(item, sharing: &last)?.group else { return false }
            found.append(group)
            return true
        }
        return found
    }

    /// - Returns: nil if no entry says that the row is an item of the Secret Service, or if there is none.
    package func summary(
        _ number: Int64, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> ServiceItemSummary? {
        var group: AccessGroup?
        // It takes as long for a row that is not there.
        let summary = try summary(number, sharing: &group)
        let entry = try keys.searchDigest(of: .any) + keys.searchDigest(of: summary?.group ?? .all)
        let found = try connection.rows(
            "SELECT 1 FROM ssattr WHERE digest = ? AND item = ?", [.blob(entry), .integer(number)])
        return found.isEmpty ? nil : summary
    }

    /// - Parameter last: the group of the row before: thousands of items of one program share its name.
    private func summary(
        _ number: Int64, sharing last: inout AccessGroup?
    ) throws(KeychainError) -> ServiceItemSummary? {
        let statement = try connection.prepare(
            "SELECT agrp, cdat, mdat FROM genp WHERE rowid = ? AND tomb = 0 AND musr = x''")
        defer { statement.reset() }
        try statement.bind([.integer(number)])
        guard try statement.step(), case .text(let name) = statement.value(at: 0),
            case .real(let created) = statement.value(at: 1), case .real(let modified) = statement.value(at: 2)
        else { return nil }
        let own = AccessGroup(rawValue: name)
        let group = last.flatMap { $0 == own ? $0 : nil } ?? own
        last = group
        return ServiceItemSummary(number: number, group: group, created: created, modified: modified)
    }

    private static func isNewer(_ lhs: ServiceItemSummary, _ rhs: ServiceItemSummary) -> Bool {
        if lhs.modified != rhs.modified { return lhs.modified > rhs.modified }
        if lhs.created != rhs.created { return lhs.created > rhs.created }
        return lhs.number > rhs.number
    }
}

extension GroupScope {
    fileprivate func contains(_ group: AccessGroup) -> Bool {
        switch self {
        case .all: true
        case .only(let groups): groups.contains(group)
        }
    }
}
