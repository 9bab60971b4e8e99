// A public or private key as an object.
// SPDX-License-Identifier: Apache-2.0

public import CFTypes
import Foundation
package import KeychainCertificates
import KeychainKeys
import KeychainModel
import Synchronization

/// A key in memory. Never changes; its bytes are wiped when the last reference ends.
///
/// There is one object for each key at any time, so `===` and `==` agree, also for an object that comes back from a keychain.
/// Printing one shows nothing of its bytes. As on macOS otherwise.
public final class SecKey: Sendable {
    package let content: KeyData
    /// Whether the bytes of the key may go to the program.
    package let isExtractable: Bool
    /// The key as it computes, once it has.
    private let worker = Mutex<WorkingKey?>(nil)
    /// Which of the objects of this key, in the order they were made, this is.
    private let generation: UInt64

    private init(_ value: Value, generation: UInt64) {
        content = value.content
        isExtractable = value.isExtractable
        self.generation = generation
    }

    deinit { Self.living.remove(value, generation: generation) }

    /// The object of a key whose bytes the program may have.
    package static func object(for content: KeyData) -> SecKey { object(for: content, isExtractable: true) }

    /// The object of a key. Public keys are always extractable.
    package static func object(for content: KeyData, isExtractable: Bool) -> SecKey {
        let value = Value(content: content, isExtractable: isExtractable || content.keyClass == .public)
        return living.object(of: value) { SecKey(value, generation: $0) }
    }

    /// The key as the library that computes has it. Made once: that takes longer than most operations.
    /// - Throws: `.decode` where the library refuses what was checked before.
    func working() throws(KeychainError) -> WorkingKey {
        try worker.withLock { worker throws(KeychainError) in
            if let worker { return worker }
            let made = try WorkingKey(
                content.kind, content.keyClass, content.externalRepresentation, publicOctets: content.publicOctets)
            worker = made
            return made
        }
    }

    private static let living = LivingObjects<Value, SecKey>()

    /// What makes two keys the same.
    struct Value: Hashable {
        let content: KeyData
        let isExtractable: Bool
    }

    var value: Value { Value(content: content, isExtractable: isExtractable) }
}

extension SecKey: Hashable {
    public static func == (lhs: SecKey, rhs: SecKey) -> Bool { lhs.value == rhs.value }
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecKey: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of keys.
public func SecKeyGetTypeID() -> CFTypeID { SecKey._cfTypeID }

/// The key of some bytes. It is not stored.
///
/// - Parameters:
///   - keyData: RSA: PKCS#1. Elliptic curves: `04 X Y`, for a private key `04 X Y K`. Curve25519 and Curve448: the bare bytes.
///     ML-KEM and ML-DSA: the bytes of FIPS 203 and 204; for a private key its seed, alone or with the public key behind it.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each as text or as a number; `kSecAttrKeySizeInBits` for a seed alone.
///     Others are not looked at.
///   - error: Gets `errSecParam` for attributes or bytes that make no key, `errSecUnimplemented` for symmetric keys and for
///     types that are not known here. The caller owns it.
/// - Returns: the key, or nil with `error` set. As on iOS; elliptic curves are P-192, P-224, P-256, P-384 and P-521, RSA has 512 to 8192 bits.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    do {
        return SecKey.object(for: try KeyData(keyData, attributes))
    } catch let failure {
        let status = failure.code == .decode ? errSecParam : failure.code.rawValue
        unsafe report(status, "\(failure.operation)", to: error)
        return nil
    }
}

extension KeyData {
    fileprivate init(_ data: NSData, _ attributes: NSDictionary) throws(KeychainError) {
        let type = try number(kSecAttrKeyType, of: attributes)
        let keyClass = try number(kSecAttrKeyClass, of: attributes)
        // Symmetric keys, and the types of curves that are not here.
        guard keyClass != 2, type != 109 else {
            throw KeychainError(.unimplemented, during: "making a key of a type that is not known")
        }
        guard let type = KeyType(number: type), let keyClass = KeyClass(rawValue: keyClass) else {
            throw KeychainError(.parameter, during: "reading the type and class of a key")
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
        let secret = ItemSecret(unsafe SecretBytes(copying: bytes))
        guard keyClass == .private, type == .mlKEM || type == .mlDSA,
            _cfEntries(of: attributes).contains(where: { ($0.key as? NSString) == kSecAttrKeySizeInBits }),
            let kind = KeyKind(type, sizeInBits: try number(kSecAttrKeySizeInBits, of: attributes)),
            kind.lattice?.seedSize == secret.count
        else {
            try self.init(of: type, keyClass, secret)
            return
        }
        try self.init(kind, keyClass, KeyMath.representation(kind, ofSeed: secret))
    }
}

/// A number, or text that prints the same as its number.
private func number(_ key: CFString, of attributes: NSDictionary) throws(KeychainError) -> Int64 {
    let entry = _cfEntries(of: attributes).first { ($0.key as? NSString) == key }
    guard let object = entry?.value,
        case .number(let number) = try AttributeValue(object, of: .number).converted(to: .number)
    else { throw KeychainError(.parameter, during: "reading the type and class of a key") }
    return number
}
