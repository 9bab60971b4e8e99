// Reads the dictionary of SecKeyGenerateSymmetric.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

/// Which symmetric key is to be made, and what it is stored with.
struct NewSymmetricKeyParameters {
    let type: SymmetricKeyType
    /// Bytes of the key.
    let size: Int
    let isExtractable: Bool
    /// Nil if it is drawn.
    let applicationLabel: [UInt8]?
    /// What the item of the key is stored with; nil if it is not stored.
    let stored: [(key: AnyObject, value: AnyObject)]?

    /// - Throws: `.parameter` for a type that is no text of its number, a size that the type does not have, flags that
    ///   are no booleans, a label that is neither text nor data; `.unimplemented` for keys of tokens.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let entries = _cfEntries(of: dictionary)
        try NewKeyParameters.requireNoToken(in: entries)
        guard let name = NewKeyParameters.value(kSecAttrKeyType, in: entries) as? NSString as String?,
            let number = Int64(name), String(number) == name, let type = SymmetricKeyType(rawValue: number)
        else { throw KeychainError(.parameter, during: "reading the type of a new symmetric key") }
        guard let bits = try NewKeyParameters.size(in: entries), type.has(sizeInBits: bits) else {
            throw KeychainError(.parameter, during: "reading the size of a new symmetric key")
        }
        self.type = type
        size = Int(bits / 8)
        isExtractable = try Self.flag(kSecAttrIsExtractable, in: entries) ?? true
        applicationLabel = try Self.label(in: entries)
        let isPermanent = try Self.flag(kSecAttrIsPermanent, in: entries) ?? false
        stored = isPermanent ? entries.filter { !NewKeyParameters.isOwn($0.key) } : nil
    }

    private static func flag(
        _ name: CFString, in entries: [(key: AnyObject, value: AnyObject)]
    ) throws(KeychainError) -> Bool? {
        guard let value = NewKeyParameters.value(name, in: entries) else { return nil }
        guard let number = value as? NSNumber, _cfIsBoolean(number) else {
            throw KeychainError(.parameter, during: "reading a flag of a new symmetric key")
        }
        return number.boolValue
    }

    /// macOS has text here, items have bytes.
    private static func label(in entries: [(key: AnyObject, value: AnyObject)]) throws(KeychainError) -> [UInt8]? {
        switch NewKeyParameters.value(kSecAttrApplicationLabel, in: entries) {
        case nil: return nil
        case let text as NSString: return Array((text as String).utf8)
        case let data as NSData: return data.octets
        default: throw KeychainError(.parameter, during: "reading the application label of a new symmetric key")
        }
    }
}
