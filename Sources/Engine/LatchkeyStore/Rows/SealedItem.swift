// A whole item, sealed and digested: the values of every column of its row.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// The values for ``DatabaseSchema/columns(of:)``, in that order.
package struct SealedItem {
    package let itemClass: ItemClass
    package let identifier: RowIdentifier
    /// The values of the columns in ``writtenColumns``, in the order of the table.
    let values: [SQLValue]
    /// Bit n is the n-th of ``DatabaseSchema/columns(of:)``. A new row has all of them.
    let writtenColumns: UInt64

    /// What becomes of the secret of a row.
    package enum Secret {
        /// Seal this one, with the binary fields among the attributes.
        case new(ItemSecret?)
        /// The same, under a password of the application as well.
        case underPassword(ItemSecret?, ApplicationKey)
        /// Keep what is sealed under such a password.
        case kept(PasswordEnvelope)
        /// A tombstone has none.
        case none

        /// Bytes of a new one.
        fileprivate var count: Int {
            switch self {
            case .new(let secret), .underPassword(let secret, _): secret?.count ?? 0
            case .kept, .none: 0
            }
        }

        fileprivate var isUnderPassword: Bool {
            switch self {
            case .underPassword, .kept: true
            case .new, .none: false
            }
        }
    }

    /// Seals an item whose attributes are complete.
    /// - Parameter old: what the row holds now. Columns of attributes that stay are then not written, so that their
    ///   indexes need not be touched.
    /// - Throws: `.interactionNotAllowed` while the class is locked.
    package init(
        _ item: Item, secret: Secret, replacing old: Item? = nil, with keys: borrowing UnlockedKeybag
    ) throws(KeychainError) {
        try Self.requireStorable(item, secret)
        let itemClass = item.reference.itemClass
        let identifier = item.reference.identifier
        let protection = item.accessControl.protection
        var columns = RowColumns()
        var boundColumns: [UInt8] = []
        boundColumns.reserveCapacity(192)
        var fields: AttributeValues = [:]
        for description in itemClass.attributes {
            let value = item.attributes[description.attribute]
            guard description.hasColumn else {
                if description.storage == .secret, let value { fields[description.attribute] = value }
                continue
            }
            let isBound = SecretBinding.isBound(description)
            let isWritten = old.map { $0.attributes[description.attribute] != value } ?? true
            guard isBound || isWritten else {
                columns.skip()
                continue
            }
            let column = try keys.column(for: value, of: description, in: itemClass)
            if isBound { SecretBinding.append(column, to: &boundColumns) }
            if isWritten { columns.write(column) } else { columns.skip() }
        }
        if old == nil { columns.write(.blob(identifier.bytes)) } else { columns.skip() }

        let tamperCheck = SystemRandom.bytes(count: 16)
        let plaintext = try Self.plaintext(of: secret, fields: fields, in: item, tamperCheck, with: keys)
        let data: SQLValue
        if let plaintext {
            let binding = SecretBinding.encode(item.accessControl, columns: boundColumns)
            let place = UnlockedKeybag.KeyAndPlace(
                key: .classKey(protection), purpose: .itemSecret, itemClass: itemClass, row: identifier,
                protection: protection, binding: binding)
            data = .blob(try keys.seal(plaintext.encoded(), at: place))
        } else {
            data = .null
        }

        let metadata =
            fields.isEmpty ? item.attributes : item.attributes.filter { entry in fields[entry.key] == nil }
        let metadataPlaintext = SecretBytes(
            copying: AttributeList.encode(
                metadata,
                with: [.accessControl: .data(item.accessControl.encoded), .tamperCheck: .data(tamperCheck)]))
        let place = UnlockedKeybag.KeyAndPlace(
            key: .metadataKey(protection), purpose: .itemMetadata, itemClass: itemClass, row: identifier,
            protection: protection)
        columns.write(.blob(try keys.seal(metadataPlaintext, at: place)))
        columns.write(data)
        self.itemClass = itemClass
        self.identifier = identifier
        values = columns.values
        writtenColumns = columns.written
    }

    /// - Throws: what SQLite says of a value that is too long for it: before the value is copied, and its length
    ///   written in four bytes.
    private static func requireStorable(_ item: Item, _ secret: Secret) throws(KeychainError) {
        let largest = item.attributes.reduce(secret.count) { max($0, AttributeList.byteCount(of: $1.value)) }
        guard largest <= Int(CInt.max) else { throw .sqlite(SQLITE_TOOBIG, during: "sealing an item") }
    }

    /// What is sealed under the class key, or nil for a tombstone.
    private static func plaintext(
        of secret: Secret, fields: AttributeValues, in item: Item, _ tamperCheck: [UInt8],
        with keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> SecretPlaintext? {
        guard item.accessControl.needsApplicationPassword == secret.isUnderPassword else {
            throw KeychainError(.internalError, during: "sealing a secret as its access control does not say")
        }
        let envelope: PasswordEnvelope
        switch secret {
        case .none: return nil
        case .new(let secret): return SecretPlaintext(secret: secret, fields: fields, tamperCheck: tamperCheck)
        case .kept(let kept):
            guard fields.isEmpty else {
                throw KeychainError(.internalError, during: "adding to what is sealed under a password of a program")
            }
            envelope = kept
        case .underPassword(let secret, let key):
            let inner = SecretPlaintext(secret: secret, fields: fields, tamperCheck: key.parameters.salt)
            envelope = try PasswordEnvelope(
                sealing: inner.encoded(), under: key, at: item.applicationPlace(in: keys.keychain))
        }
        return SecretPlaintext(
            secret: nil, fields: [.passwordEnvelope: .data(envelope.encoded)], tamperCheck: tamperCheck)
    }
}

/// The columns of a row, from the first to the last.
private struct RowColumns {
    private(set) var values: [SQLValue] = []
    private(set) var written: UInt64 = 0
    private var position: UInt64 = 0

    init() { values.reserveCapacity(48) }

    mutating func write(_ value: SQLValue) {
        values.append(value)
        written |= 1 << position
        position += 1
    }

    /// The column stays as it is.
    mutating func skip() { position += 1 }
}

extension AttributeValue {
    /// Lends the bytes that stand for the value in digests; those of text where they lie.
    fileprivate func withCanonicalBytes<R>(
        for kind: AttributeKind, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        if case .string(var text) = self { return unsafe try text.withUTF8Bytes(body) }
        return unsafe try canonicalBytes(for: kind).withRawBytes(body)
    }
}

extension UnlockedKeybag {
    /// What the column of an attribute holds: the value, or its digest (Documentation/Reference/Formats/Database.md
    /// §5).
    borrowing func column(
        for value: AttributeValue?, of description: AttributeDescription, in itemClass: ItemClass
    ) throws(KeychainError) -> SQLValue {
        let isKey = description.traits.contains(.primaryKey)
        guard let value, description.storage == .clear || !(isKey && value.isEmpty) else {
            return isKey ? .blob([]) : .null
        }
        guard description.storage == .digest else {
            return switch value {
            case .string(let text): .text(text)
            case .data(let bytes): .blob(bytes)
            case .number(let number): .integer(number)
            case .date(let seconds): .real(seconds)
            }
        }
        let type: DigestType =
            switch value {
            case .string, .data: .bytes
            case .number: description.kind == .blob ? .bytes : .number
            case .date: .date
            }
        return .blob(
            unsafe try value.withCanonicalBytes(for: description.kind) { bytes throws(KeychainError) in
                guard !description.traits.contains(.folded) else {
                    return unsafe try foldedDigest(of: bytes, attribute: description.attribute, in: itemClass)
                }
                let domain = itemClass.digestDomain(of: description.attribute)
                return unsafe try digest(of: bytes, type: type, attribute: domain.attribute, in: domain.itemClass)
            })
    }

    /// The least and the greatest that the column of an attribute can hold for values that differ from `value` in case
    /// only.
    borrowing func foldedColumns(
        for value: AttributeValue, of description: AttributeDescription, in itemClass: ItemClass
    ) throws(KeychainError) -> [SQLValue] {
        let prefix = unsafe try value.withCanonicalBytes(for: description.kind) { bytes throws(KeychainError) in
            unsafe try foldPrefix(of: bytes, attribute: description.attribute, in: itemClass)
        }
        return [.blob(prefix), .blob(prefix + [UInt8](repeating: 0xff, count: Self.digestSize))]
    }
}
