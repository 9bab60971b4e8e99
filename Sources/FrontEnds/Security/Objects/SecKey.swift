// A public, private or symmetric key as an object.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery
import Synchronization

/// A key: its bytes in memory, which are wiped when the last reference ends, or, where they stay in the keychain, the
/// way to their item. Never changes.
///
/// There is one object for the bytes of each key at any time, so `===` and `==` agree, also for an object that comes
/// back from a keychain. Objects of a key that stays are equal to each other and to the object that it was made as.
/// Printing one shows nothing of its bytes. As on macOS otherwise.
public final class SecKey: Sendable {
    let material: Material
    /// Whether the bytes of the key may go to the program.
    package let isExtractable: Bool
    /// The key as it computes, once it has; of a key that stays, its public half.
    private let worker = Mutex<WorkingKey?>(nil)
    /// The public half, once it was asked for.
    private let otherHalf = Mutex<SecKey?>(nil)
    /// Which of the objects of this key, in the order they were made, this is.
    private let generation: UInt64

    private init(_ value: Value, generation: UInt64) {
        material = value.material
        isExtractable = value.isExtractable
        self.generation = generation
    }

    deinit { Self.living.remove(value, generation: generation) }

    /// The object of a key whose bytes the program may have.
    package static func object(for content: KeyData) -> SecKey { object(for: content, isExtractable: true) }

    /// The object of a key. Public keys are always extractable.
    package static func object(for content: KeyData, isExtractable: Bool) -> SecKey {
        object(
            of: Value(
                material: .half(content.outline, .here(content)),
                isExtractable: isExtractable || content.keyClass == .public))
    }

    /// The object of a private key that stays in the keychain.
    static func object(for outline: KeyOutline, in place: KeyPlace) -> SecKey {
        object(of: Value(material: .half(outline, .keychain(place)), isExtractable: false))
    }

    /// The object of a symmetric key.
    /// - Parameter isExtractable: Whether its bytes, if they are here, may go to the program.
    static func object(for content: SymmetricKeyData, isExtractable: Bool) -> SecKey {
        object(of: Value(material: .symmetric(content), isExtractable: isExtractable && content.bytes != nil))
    }

    private static func object(of value: Value) -> SecKey { living.object(of: value) { SecKey(value, generation: $0) } }

    /// The key as the library that computes has it. Made once: that takes longer than most operations. Of a key that
    /// stays this is its public half.
    /// - Throws: `.decode` if the library refuses what was checked before, `.parameter` for a symmetric key.
    func working() throws(KeychainError) -> WorkingKey {
        try worker.withLock { worker throws(KeychainError) in
            if let worker { return worker }
            let made: WorkingKey
            switch material {
            case .half(_, .here(let content)): made = try content.working()
            case .half(let outline, .keychain):
                made = try WorkingKey(
                    outline.kind, .public, ItemSecret(copying: outline.publicOctets), publicOctets: outline.publicOctets
                )
            case .symmetric: throw .isSymmetric
            }
            worker = made
            return made
        }
    }

    /// The public half; of a public key, itself. Nil of a symmetric key.
    var publicKey: SecKey? {
        guard let outline else { return nil }
        guard outline.keyClass == .private else { return self }
        return otherHalf.withLock { other in
            if let other { return other }
            let made = SecKey.object(for: outline.publicKey)
            other = made
            return made
        }
    }

    private static let living = LivingObjects<Value, SecKey>()

    /// What makes two objects the same.
    private struct Value: Hashable {
        let material: Material
        let isExtractable: Bool
    }

    private var value: Value { Value(material: material, isExtractable: isExtractable) }
}

extension SecKey: Hashable {
    public static func == (lhs: SecKey, rhs: SecKey) -> Bool {
        guard lhs !== rhs else { return true }
        guard lhs.isExtractable == rhs.isExtractable else { return false }
        return switch (lhs.material, rhs.material) {
        case (.half(let own, _), .half(let other, _)): own == other
        case (.symmetric(let own), .symmetric(let other)): own == other
        case (.half, .symmetric), (.symmetric, .half): false
        }
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(material)
        hasher.combine(isExtractable)
    }
}

extension SecKey: CustomStringConvertible, CustomReflectable {
    /// As Apple's systems print it: of a private key nothing but its kind and size, of a symmetric one nothing.
    public var description: String {
        let address = "0x" + String(UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque()), radix: 16)
        return outline?.description(at: address) ?? "<SecKeyRef: \(address)>"
    }
    /// Without its parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecKey: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of keys.
public func SecKeyGetTypeID() -> CFTypeID { SecKey._cfTypeID }

/// The key of some bytes. It is not stored.
///
/// - Parameters:
///   - keyData: RSA: PKCS#1. Elliptic curves: `04 X Y`, for a private key `04 X Y K`. Curve25519 and Curve448: the bare
///     bytes. ML-KEM and ML-DSA: the bytes of FIPS 203 and 204; for a private key its seed, alone or with the public
///     key behind it.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each as text or as a number; `kSecAttrKeySizeInBits` for a
///     seed alone. Others are not looked at.
///   - error: Gets `errSecParam` for attributes or bytes that make no key, `errSecUnimplemented` for symmetric keys and
///     for types that are not known here. The caller owns it.
/// - Returns: the key, or nil with `error` set. As on iOS; elliptic curves are P-192, P-224, P-256, P-384 and P-521,
///   RSA has 512 to 8192 bits.
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

/// The key of some bytes. The older form of ``SecKeyCreateWithData(_:_:_:)``.
///
/// - Parameters:
///   - parameters: As the attributes there.
///   - keyData: As there.
///   - error: As there.
/// - Returns: the key, or nil with `error` set.
public func SecKeyCreateFromData(
    _ parameters: CFDictionary, _ keyData: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    unsafe SecKeyCreateWithData(keyData, parameters, error)
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
        case .number(let number) = try AttributeValue(QueryValue(object), of: .number).converted(to: .number)
    else { throw KeychainError(.parameter, during: "reading the type and class of a key") }
    return number
}
