// Rows that are items of the Secret Service, found and opened.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension KeychainState {
    /// What has these attributes by its digests, newest first.
    func serviceSummaries(
        matching attributes: SearchAttributes, in scope: GroupScope,
        admitting isAdmitted: ((AccessGroup) -> Bool)? = nil
    ) throws(KeychainError) -> [ServiceItemSummary] {
        try ServiceRows(connection).summaries(
            with: attributes.pairs.map(SearchTerm.pair), in: scope, admitting: isAdmitted, keys: keys)
    }

    /// Opens what the digests have found.
    /// - Returns: nil if it is not what was searched for: whoever can write the file can write digests.
    /// - Throws: `.interactionNotAllowed` while its class is locked.
    func openServiceItem(
        _ summary: ServiceItemSummary, matching attributes: SearchAttributes, noting damaged: inout [RowDamage]
    ) throws(KeychainError) -> ServiceItem? {
        try withServiceRow(summary.number, withData: false, noting: &damaged) { _, item throws(KeychainError) in
            item.group == summary.group && item.attributes.contains(attributes) ? item : nil
        } ?? nil
    }

    /// Lends an opened row.
    /// - Returns: nil if there is no row of this number that is an item of the Secret Service, or if it does not open:
    ///   then it is in `damaged`.
    /// - Throws: what `body` throws, and `.interactionNotAllowed` while the class of the row is locked.
    func withServiceRow<R>(
        _ number: Int64, withData: Bool, noting damaged: inout [RowDamage],
        _ body: (OpenedRow, ServiceItem) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        var found: [RowDamage] = []
        let result = try ItemStore(connection).withRow(number, of: .genericPassword, withData: withData) {
            row throws(KeychainError) -> R? in
            switch row {
            case .failure(let damage):
                found.append(damage)
                return nil
            case .success(let row):
                guard !row.isTombstone else { return nil }
                do throws(KeychainError) {
                    let opened = try row.open(with: keys)
                    guard let item = ServiceItem(opened.item) else { return nil }
                    return try body(opened, item)
                } catch  where error.isOfRowThatDoesNotOpen {
                    found.append(RowDamage(row, because: error))
                    return nil
                }
            }
        }
        damaged += found
        return result ?? nil
    }
}

extension ServiceItem {
    /// - Returns: nil if the item is none of the Secret Service, or has attributes that are none.
    init?(_ item: Item) {
        guard item.reference.itemClass == .genericPassword, let attributes = item.searchAttributes,
            let group = item.accessGroup
        else { return nil }
        self.init(
            number: item.reference.identifier.number, group: group, label: item.labelText, attributes: attributes,
            contentType: item.contentType, created: item.seconds(of: .creationDate),
            modified: item.seconds(of: .modificationDate))
    }
}

extension Item {
    /// A program that uses the other calls may have made it data.
    fileprivate var labelText: String {
        switch attributes[.label] {
        case .string(let text): text
        case .data(let bytes): String(validating: bytes, as: UTF8.self) ?? ""
        case .number, .date, nil: ""
        }
    }

    fileprivate func seconds(of attribute: Attribute) -> UInt64 {
        if case .date(let seconds)? = attributes[attribute] { KeychainClock.unixSeconds(seconds) } else { 1 }
    }
}
