// Adds the rows of a browser's export to a keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct Importer {
    private let keychain: OpenedKeychain
    private let isDryRun: Bool

    package init(_ keychain: OpenedKeychain, isDryRun: Bool) {
        self.keychain = keychain
        self.isDryRun = isDryRun
    }

    package struct Report: Hashable, Sendable {
        package var imported = 0
        package var present = 0
        /// The numbers of the rows that were not imported.
        package var conflicts: [Int] = []
    }

    func run(_ credentials: [BrowserCredential]) throws -> Report {
        var report = Report()
        var seen: [AttributeValues: ItemSecret] = [:]
        for credential in credentials {
            let key = credential.key
            let result = try reporting("importing row \(credential.row)") { () throws(ToolFailure) in
                try lifting { () throws(KeychainError) in
                    if isDryRun, let other = seen[key] { return Result(other == credential.password) }
                    return try add(credential)
                }
            }
            if isDryRun, seen[key] == nil { seen[key] = credential.password }
            switch result {
            case .imported: report.imported += 1
            case .present: report.present += 1
            case .conflict: report.conflicts.append(credential.row)
            }
        }
        return report
    }

    private enum Result {
        case imported, present, conflict

        init(_ isSamePassword: Bool) { self = isSamePassword ? .present : .conflict }
    }

    private func add(_ credential: BrowserCredential) throws(KeychainError) -> Result {
        if let isSame = try hasSamePassword(credential) { return Result(isSame) }
        guard !isDryRun else { return .imported }
        do {
            try keychain.client.add(credential.addition, in: keychain.address)
            return .imported
        } catch  where error.code == .duplicateItem {
            return .conflict
        }
    }

    /// - Returns: nil if no item has the primary key of the row, else whether one of them has its password.
    private func hasSamePassword(_ credential: BrowserCredential) throws(KeychainError) -> Bool? {
        var query = ItemQuery(itemClass: .internetPassword)
        query.matching = credential.key
        query.synchronizable = .any
        query.limit = .all
        query.returning = .data
        // Another program's item has another key, and its password is not compared with guesses.
        query.authentication.ui = .skip
        let items = try keychain.client.found(query, in: keychain.address)
        return items.isEmpty ? nil : items.contains { $0.secret == credential.password }
    }
}

extension BrowserCredential {
    /// The attributes of the primary key.
    fileprivate var key: AttributeValues {
        SiteAddress(url: url).attributes.merging([
            .account: .string(username), .securityDomain: .string(""), .authenticationType: .string(""),
        ]) { own, _ in own }
    }

    fileprivate var addition: ItemAddition {
        var addition = ItemAddition(itemClass: .internetPassword)
        addition.attributes = key
        addition.attributes[.label] = .string(name.isEmpty ? SiteAddress(url: url).server : name)
        if !note.isEmpty { addition.attributes[.comment] = .string(note) }
        addition.secret = password
        return addition
    }
}
