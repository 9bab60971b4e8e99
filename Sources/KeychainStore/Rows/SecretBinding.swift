// What a sealed secret is bound to besides the name of its row.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// The constraints and the columns of the primary key, as bytes of the additional data
/// (Documentation/Formats/SealedItem.md, section 7).
enum SecretBinding {
    /// The attributes whose columns are bound: what makes up the primary key, the access group among it, and `tomb`.
    static func attributes(of itemClass: ItemClass) -> [Attribute] { attributesByClass[itemClass] ?? [] }

    private static let attributesByClass: [ItemClass: [Attribute]] = .init(
        uniqueKeysWithValues: ItemClass.allCases.map { itemClass in
            (itemClass, itemClass.attributes.filter(isBound).map(\.attribute))
        })

    static func isBound(_ description: AttributeDescription) -> Bool {
        description.traits.contains(.primaryKey) || description.attribute == .tombstone
    }

    static func encode(_ accessControl: AccessControl, columns: [UInt8]) -> [UInt8] {
        guard let flags = accessControl.flags else { return [0] + columns }
        return [1] + flags.bigEndianBytes + columns
    }

    /// Appends one column: its type, the length of its bytes, and these.
    static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: append(0, [], to: &bytes)
        case .integer(let number): append(1, number.bigEndianBytes, to: &bytes)
        case .real(let number): append(2, number.bitPattern.bigEndianBytes, to: &bytes)
        case .text(let text): append(3, text.utf8, to: &bytes)
        case .blob(let blob): append(4, blob, to: &bytes)
        }
    }

    private static func append(_ type: UInt8, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(type)
        bytes.append(contentsOf: UInt32(value.count).bigEndianBytes)
        bytes.append(contentsOf: value)
    }
}

extension ItemQuery {
    /// True where the columns that a sealed secret is bound to decide whether a row matches, and nothing else is asked for.
    package var isAnsweredBySecretAlone: Bool {
        guard returning == .data, !ignoresCase, hostOrSubdomain == nil else { return false }
        return matching.allSatisfy { attribute, _ in
            itemClass.description(of: attribute).map(SecretBinding.isBound) ?? false
        }
    }
}
