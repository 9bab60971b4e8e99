// The key and the certificate of the server, which live in the keychain.
// SPDX-License-Identifier: Apache-2.0

import Security

/// What of the keychain belongs to one host.
struct ServerIdentity {
    let host: String

    /// A new key over P-256, which never leaves the keychain.
    func makeKey() throws -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true,
                kSecAttrIsExtractable as String: false,
                kSecAttrApplicationTag as String: tag,
                kSecAttrLabel as String: "key of \(host)",
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ] as [String: Any],
        ]
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
            throw Failure(doing: "making a key", error)
        }
        return key
    }

    /// Keeps the certificate, and makes the identity the one of the host.
    func install(_ certificate: SecCertificate) throws {
        let attributes: [String: Any] = [
            kSecValueRef as String: certificate,
            kSecAttrLabel as String: host,
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        try check(SecItemAdd(attributes as CFDictionary, nil), while: "keeping the certificate")
        let query: [String: Any] = [
            kSecClass as String: kSecClassIdentity,
            kSecAttrApplicationTag as String: tag,
            kSecReturnRef as String: true,
        ]
        var found: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &found), while: "looking for the certificate's key")
        let identity = found as? SecIdentity
        try check(SecIdentitySetPreferred(identity, service as NSString, nil), while: "preferring the identity")
    }

    /// The identity that is preferred for the host.
    func preferred() throws -> (certificate: SecCertificate, key: SecKey) {
        guard let identity = SecIdentityCopyPreferred(service as NSString, nil, nil) else {
            throw Failure("no identity is preferred for \(service)")
        }
        var certificate: SecCertificate?
        var key: SecKey?
        try check(SecIdentityCopyCertificate(identity, &certificate), while: "taking the certificate")
        try check(SecIdentityCopyPrivateKey(identity, &key), while: "taking the key")
        guard let certificate, let key else { throw Failure(doing: "taking the identity", errSecInternalError) }
        return (certificate, key)
    }

    private var service: String { "https://\(host)/" }
    private var tag: Data { Data("tls-server \(host)".utf8) }
}
