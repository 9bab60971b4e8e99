// Reads the dictionary of SecKeyCreateRandomKey.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

/// Which key is to be made, and what its halves are stored with.
struct NewKeyParameters {
    let kind: KeyKind
    /// Of RSA.
    let bits: Int
    /// What stands for both halves.
    private let common: [(key: AnyObject, value: AnyObject)]
    private let halves: [KeyClass: [(key: AnyObject, value: AnyObject)]]

    /// - Throws: `.parameter` for a type that is no text of its number, a size that the type does not have, or a
    ///   dictionary of a half that is none; `.unimplemented` for keys of tokens and types that are not made here.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let entries = _cfEntries(of: dictionary)
        try Self.requireNoToken(in: entries)
        (kind, bits) = try Self.kind(entries)
        common = entries.filter { !Self.isOwn($0.key) }
        var halves: [KeyClass: [(key: AnyObject, value: AnyObject)]] = [:]
        for (half, name) in [(KeyClass.private, kSecPrivateKeyAttrs), (.public, kSecPublicKeyAttrs)] {
            guard let object = Self.value(name, in: entries) else { continue }
            guard let attributes = object as? NSDictionary else {
                throw KeychainError(.parameter, during: "reading the attributes of a half of a key")
            }
            let own = _cfEntries(of: attributes)
            try Self.requireNoToken(in: own)
            halves[half] = own.filter { !Self.isOwn($0.key) }
        }
        self.halves = halves
    }

    /// What a half is stored with, or nil if it is not stored. What is said of the half itself wins.
    func attributes(of half: KeyClass) -> [(key: AnyObject, value: AnyObject)]? {
        isSet(kSecAttrIsPermanent, of: half) == true ? common + (halves[half] ?? []) : nil
    }

    /// Whether the bytes of the private half may leave.
    var isExtractable: Bool { isSet(kSecAttrIsExtractable, of: .private) ?? true }

    private func isSet(_ name: CFString, of half: KeyClass) -> Bool? {
        (Self.value(name, in: halves[half] ?? []) ?? Self.value(name, in: common)).map {
            ($0 as? NSNumber)?.boolValue ?? false
        }
    }

    static func requireNoToken(in entries: [(key: AnyObject, value: AnyObject)]) throws(KeychainError) {
        let token = value(kSecAttrTokenID, in: entries)
        guard token == nil || (token as? NSString)?.length == 0 else {
            throw KeychainError(.unimplemented, during: "making a key in a token")
        }
    }

    /// The type is text here and nothing else, and the number that every type has but one (reference 5.2.1).
    private static func kind(_ entries: [(key: AnyObject, value: AnyObject)]) throws(KeychainError) -> (KeyKind, Int) {
        guard let name = value(kSecAttrKeyType, in: entries) as? NSString as String?, let number = Int64(name),
            String(number) == name
        else { throw KeychainError(.parameter, during: "reading the type of a new key") }
        let bits = try size(in: entries)
        // Kyber, the draft of ML-KEM.
        guard number != 109 else { throw KeychainError(.unimplemented, during: "making a key of Kyber") }
        let type = KeyType(rawValue: number)
        if type == .rsa, let bits, let size = Int(exactly: bits), KeyMath.rsaSizes.contains(size) {
            return (.rsa, size)
        }
        guard let type, let kind = KeyKind(type, sizeInBits: bits) else {
            throw KeychainError(.parameter, during: "reading the type and size of a new key")
        }
        return (kind, 0)
    }

    /// Bits, or the number in the name of a lattice key; nil if none are given.
    static func size(in entries: [(key: AnyObject, value: AnyObject)]) throws(KeychainError) -> Int64? {
        guard let object = value(kSecAttrKeySizeInBits, in: entries) else { return nil }
        guard case .number(let size) = try AttributeValue(QueryValue(object), of: .number).converted(to: .number) else {
            throw KeychainError(.parameter, during: "reading the size of a new key")
        }
        return size
    }

    /// What is about the making of the key, or would say what is stored and what comes back of it. The key itself says
    /// its type, class and size to the item.
    static func isOwn(_ key: AnyObject) -> Bool {
        let own = [
            kSecAttrKeyType, kSecAttrKeyClass, kSecAttrKeySizeInBits, kSecPrivateKeyAttrs, kSecPublicKeyAttrs,
            kSecAttrTokenID,
        ]
        if own.contains(where: { $0 == key as? NSString }) { return true }
        return switch try? QueryKey(key) {
        case .itemClass, .value, .returning: true
        default: false
        }
    }

    static func value(_ name: CFString, in entries: [(key: AnyObject, value: AnyObject)]) -> AnyObject? {
        entries.first { $0.key as? NSString == name }?.value
    }
}
