// Times signatures by keys in memory and by keys of the keychain, beside OpenSSL alone.
// SPDX-License-Identifier: Apache-2.0

import CLimits
import Foundation
import Security

/// A kind of keys, and how it signs.
private struct SigningKey {
    let name: String
    let type: CFString
    let bits: Int
    let algorithm: SecKeyAlgorithm

    static let all = [
        SigningKey(
            name: "RSA-2048", type: kSecAttrKeyTypeRSA, bits: 2048, algorithm: .rsaSignatureDigestPKCS1v15SHA256),
        SigningKey(
            name: "RSA-4096", type: kSecAttrKeyTypeRSA, bits: 4096, algorithm: .rsaSignatureDigestPKCS1v15SHA256),
        SigningKey(name: "P-256", type: kSecAttrKeyTypeEC, bits: 256, algorithm: .ecdsaSignatureDigestX962SHA256),
        SigningKey(name: "P-384", type: kSecAttrKeyTypeEC, bits: 384, algorithm: .ecdsaSignatureDigestX962SHA256),
        SigningKey(name: "P-521", type: kSecAttrKeyTypeEC, bits: 521, algorithm: .ecdsaSignatureDigestX962SHA256),
        SigningKey(
            name: "Ed25519", type: kSecAttrKeyTypeEd25519, bits: 0, algorithm: .edDSASignatureMessageCurve25519SHA512),
    ]

    /// Makes a permanent key that nobody holds, and gives the query that finds it.
    func make() -> CFDictionary {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits,
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: name] as [CFString: Any],
        ]
        guard SecKeyCreateRandomKey(parameters as CFDictionary, nil) != nil, limits_key(Int32(bits)) == 0 else {
            exit(1)
        }
        return [kSecClass: kSecClassKey, kSecAttrApplicationTag: name, kSecReturnRef: true] as CFDictionary
    }

    /// The key of the keychain; one that nobody holds is read and made anew.
    static func fetch(_ query: CFDictionary) -> SecKey {
        var result: CFTypeRef?
        guard SecItemCopyMatching(query, &result) == errSecSuccess, let result else { exit(1) }
        return result as! SecKey
    }

    func sign(_ key: SecKey, _ digest: CFData) -> CFData {
        guard let signature = SecKeyCreateSignature(key, algorithm, digest, nil) else { exit(1) }
        return signature
    }
}

/// - Parameters:
///   - count: how many signatures of each kind.
///   - only: how the names of the lines begin that are measured.
func timeKeys(count: Int, only: String) {
    print(
        "signatures over 32 bytes; the limit is OpenSSL alone; fetched: with a key read anew, the limit with one made anew\n\(Line.header)"
    )
    let digest = Data(repeating: 7, count: 32) as CFData
    for kind in SigningKey.all {
        let query = kind.make()
        func line(_ operation: String, _ body: () -> Void, limit: () -> Int32) {
            guard "\(kind.name) \(operation)".hasPrefix(only) else { return }
            let (ours, theirs) = Samples.pair(count: count) { _ in
                body()
            } _: { _ in
                guard limit() == 0 else { exit(1) }
            }
            print(Line(operation: "\(kind.name) \(operation)", items: 1, latchkey: ours, limit: theirs).text)
        }
        line("fetched") {
            _ = kind.sign(SigningKey.fetch(query), digest)
        } limit: {
            limits_sign_anew()
        }
        let key = SigningKey.fetch(query)
        line("sign") {
            _ = kind.sign(key, digest)
        } limit: {
            limits_sign()
        }
        let signature = kind.sign(key, digest)
        // The limit verifies what it signed last.
        guard let publicKey = SecKeyCopyPublicKey(key), limits_sign() == 0 else { exit(1) }
        line("verify") {
            guard SecKeyVerifySignature(publicKey, kind.algorithm, digest, signature, nil) else { exit(1) }
        } limit: {
            limits_verify()
        }
    }
}
