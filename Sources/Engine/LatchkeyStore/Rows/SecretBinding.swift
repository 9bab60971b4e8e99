// What a sealed secret is bound to besides the name of its row.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// The constraints and the columns of the primary key, as bytes of the additional data
/// (Documentation/Reference/Formats/SealedItem.md, section 7).
enum SecretBinding {
    /// The attributes whose columns are bound: what makes up the primary key, the access group among it, and `tomb`.
    static func attributes(of itemClass: ItemClass) -> [Attribute] {
        positions(of: itemClass).map { itemClass.attributes[$0].attribute }
    }

    /// The same by their places in ``ItemClass/attributes``, ascending.
    static func positions(of itemClass: ItemClass) -> [Int] {
        switch itemClass {
        case .genericPassword: genericPassword
        case .internetPassword: internetPassword
        case .certificate: certificate
        case .key: key
        }
    }

    private static let genericPassword = bound(ItemClass.genericPassword)
    private static let internetPassword = bound(ItemClass.internetPassword)
    private static let certificate = bound(ItemClass.certificate)
    private static let key = bound(ItemClass.key)

    private static func bound(_ itemClass: ItemClass) -> [Int] {
        itemClass.attributes.indices.filter { isBound(itemClass.attributes[$0]) }
    }

    static func isBound(_ description: AttributeDescription) -> Bool {
        description.traits.contains(.primaryKey) || description.attribute == .tombstone
    }

    static func encode(_ accessControl: AccessControl, columns: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(9 + columns.count)
        appendConstraints(accessControl.flags, to: &bytes)
        return bytes + columns
    }

    /// Appends whether there are constraints, and these.
    static func appendConstraints(_ flags: UInt64?, to bytes: inout [UInt8]) {
        bytes.append(flags == nil ? 0 : 1)
        if let flags { bytes += flags.bigEndianBytes }
    }

    /// Appends one column: its type, the length of its bytes, and these.
    static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: appendHeader(0, count: 0, to: &bytes)
        case .integer(let number): append(1, UInt64(bitPattern: number), to: &bytes)
        case .real(let number): append(2, number.bitPattern, to: &bytes)
        case .text(let text):
            appendHeader(3, count: text.utf8.count, to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            appendHeader(4, count: blob.count, to: &bytes)
            bytes.append(contentsOf: blob)
        }
    }

    /// Appends a column of the row that `statement` stands on, from where SQLite has it.
    static func append(_ column: Int, of statement: Statement, to bytes: inout [UInt8]) {
        let isText = statement.isText(at: column)
        guard isText || statement.isBlob(at: column) else {
            return append(statement.value(at: column), to: &bytes)
        }
        unsafe statement.withBytes(at: column) { field in
            appendHeader(isText ? 3 : 4, count: field.count, to: &bytes)
            unsafe bytes.append(contentsOf: field)
        }
    }

    private static func append(_ type: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        appendHeader(type, count: 8, to: &bytes)
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    private static func appendHeader(_ type: UInt8, count: Int, to bytes: inout [UInt8]) {
        bytes.append(type)
        unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).bigEndian) {
            unsafe bytes.append(contentsOf: $0)
        }
    }
}

extension ItemQuery {
    /// True if the columns that a sealed secret is bound to decide whether a row matches, and nothing else is asked
    /// for. Whether the bytes of a key may be given, its attributes say.
    package var isAnsweredBySecretAlone: Bool {
        guard returning == .data, itemClass != .key, !foldsText, hostOrSubdomain == nil,
            !hasCertificateConditions, itemList == nil
        else { return false }
        return matching.allSatisfy { attribute, _ in
            // An item of the Secret Service is not found by its view hint, and its metadata says whether it is one.
            attribute != .syncViewHint && itemClass.description(of: attribute).map(SecretBinding.isBound) ?? false
        }
    }
}
