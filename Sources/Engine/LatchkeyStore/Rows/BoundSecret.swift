// The part of a row that a search for the secret alone reads.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy

/// A sealed secret with the columns it is bound to. What is sealed with it proves the columns that the row was found
/// by, so that a search by these needs nothing else
/// (Documentation/Design/Decisions/0007-secrets-bound-to-their-keys.md).
package struct BoundSecret {
    package let reference: PersistentReference
    /// The group of the item, by the column that the secret is bound to.
    package let group: AccessGroup?
    private let protection: ProtectionClass
    private let data: [UInt8]
    /// What the secret of an item without constraints is bound to.
    private let binding: [UInt8]

    /// What is read: of the bound columns those that the search does not know already.
    static func columnList(of shape: StatementShape) -> String {
        let bound = SecretBinding.positions(of: shape.itemClass)
            .filter { shape.knownColumn(at: $0) == .unknown }
            .map { shape.itemClass.attributes[$0].attribute.code }
        return (["rowid", "persistref", "pdmn", ItemRow.short("data")] + bound).joined(separator: ", ")
    }

    /// - Parameter values: what was bound to the search.
    /// - Returns: nil for a tombstone, for a long secret, and for a row whose columns are of the wrong type or whose
    ///   name is not that of its number.
    init?(reading statement: Statement, of shape: StatementShape, _ values: [SQLValue]) {
        guard case .integer(let rowID) = statement.value(at: 0), case .blob(let reference) = statement.value(at: 1),
            let identifier = RowIdentifier(reference), identifier.number == rowID,
            case .text(let name) = statement.value(at: 2), let protection = ProtectionClass(rawValue: name),
            case .blob(let data) = statement.value(at: 3)
        else { return nil }
        var binding: [UInt8] = []
        binding.reserveCapacity(192)
        SecretBinding.appendConstraints(nil, to: &binding)
        var (column, next) = (4, 0)
        var group = SQLValue.null
        for position in SecretBinding.positions(of: shape.itemClass) {
            switch shape.knownColumn(at: position) {
            case .searched:
                SecretBinding.append(values[next], to: &binding)
                next += 1
            case .onlyGroup:
                group = values[shape.columns.nonzeroBitCount]
                SecretBinding.append(group, to: &binding)
            case .value(let value): SecretBinding.append(value, to: &binding)
            case .unknown:
                let attribute = shape.itemClass.attributes[position].attribute
                if attribute == .accessGroup { group = statement.value(at: column) }
                SecretBinding.append(column, of: statement, to: &binding)
                column += 1
            }
        }
        self.reference = PersistentReference(itemClass: shape.itemClass, identifier: identifier)
        if case .text(let name) = group { self.group = AccessGroup(rawValue: name) } else { self.group = nil }
        self.protection = protection
        self.data = data
        self.binding = binding
    }

    /// That of an item without constraints, which this is if it opens.
    package var accessControl: AccessControl { AccessControl(protection: protection, flags: nil) }

    /// Opens the secret of an item without constraints.
    /// - Parameter right: the policy's, to this item.
    /// - Returns: nil if it does not open like this: the item has constraints, or the row is damaged. Opening its
    ///   metadata tells which.
    /// - Throws: `.interactionNotAllowed` while the class is locked.
    package func open(
        with keys: borrowing UnlockedKeybag, by right: borrowing MayReadSecret
    ) throws(KeychainError) -> OpenedItem? {
        let place = UnlockedKeybag.KeyAndPlace(
            key: .classKey(protection), purpose: .itemSecret, itemClass: reference.itemClass,
            row: reference.identifier, protection: protection, binding: binding)
        do {
            let plaintext = try SecretPlaintext(decoding: keys.open(data, at: place))
            guard plaintext.fields[.passwordEnvelope] == nil else { return nil }
            return try OpenedItem(
                Item(reference: reference, attributes: [:], accessControl: accessControl),
                secret: plaintext.secret, fields: [:], by: right)
        } catch {
            guard error.code == .decode else { throw error }
            return nil
        }
    }
}
