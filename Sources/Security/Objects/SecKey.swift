// A public or private key as an object.
// SPDX-License-Identifier: Apache-2.0

public import CFTypes
import Foundation
package import KeychainCertificates
import KeychainModel

/// A key in memory. Never changes; its bytes are wiped when the last reference ends.
///
/// There is one object for each key at any time, so `===` and `==` agree, also for an object that comes back from a keychain.
/// Printing one shows nothing of its bytes. As on macOS otherwise.
public final class SecKey: Sendable {
    package let content: KeyData
    /// Which of the objects of this key, in the order they were made, this is.
    private let generation: UInt64

    private init(_ content: KeyData, generation: UInt64) {
        self.content = content
        self.generation = generation
    }

    deinit { Self.living.remove(content, generation: generation) }

    /// The object of a key.
    package static func object(for content: KeyData) -> SecKey {
        living.object(of: content) { SecKey(content, generation: $0) }
    }

    private static let living = LivingObjects<KeyData, SecKey>()
}

extension SecKey: Hashable {
    public static func == (lhs: SecKey, rhs: SecKey) -> Bool { lhs.content == rhs.content }
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension SecKey: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of keys.
public func SecKeyGetTypeID() -> CFTypeID { SecKey._cfTypeID }

/// The key of some bytes. It is not stored.
///
/// - Parameters:
///   - keyData: RSA: PKCS#1. Elliptic curves: `04 X Y`, for a private key `04 X Y K`. Curve25519: 32 bytes.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each as text or as a number. Others are not looked at.
///   - error: Gets `errSecParam` for attributes or bytes that make no key, `errSecUnimplemented` for symmetric keys and for
///     types that are not known here. The caller owns it.
/// - Returns: the key, or nil with `error` set. As on iOS, for P-256, P-384, P-521, RSA of 1024 to 8192 bits, and Curve25519.
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
        guard keyClass != 2, !(107...111).contains(type) else {
            throw KeychainError(.unimplemented, during: "making a key of a type that is not known")
        }
        guard let type = KeyType(number: type), let keyClass = KeyClass(rawValue: keyClass) else {
            throw KeychainError(.parameter, during: "reading the type and class of a key")
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
        try self.init(of: type, keyClass, ItemSecret(unsafe SecretBytes(copying: bytes)))
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
