// The certificates and keys of Tests/Vectors as objects.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyTestSupport
package import Security
import Testing

extension CertificateVector {
    package func object() throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, Data(der.bytes) as CFData))
    }

    /// The certificate of a key's vector.
    package static func of(_ key: String) throws -> SecCertificate { try named("openssl " + key).object() }
}

extension KeyVector {
    /// `kSecAttrKeyType`.
    package var type: CFString {
        switch kind {
        case "rsa": kSecAttrKeyTypeRSA
        case "ed25519": kSecAttrKeyTypeEd25519
        case "x25519": kSecAttrKeyTypeX25519
        case "ed448": kSecAttrKeyTypeEd448
        case "x448": kSecAttrKeyTypeX448
        default: kSecAttrKeyTypeECSECPrimeRandom
        }
    }

    package func object(_ keyClass: CFString) throws -> SecKey {
        let isPrivate = keyClass == kSecAttrKeyClassPrivate
        let bytes = (isPrivate ? self.private : self.public).bytes
        if isPrivate { SecretLedger.record(bytes) }
        let attributes: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
        let key = SecKeyCreateWithData(Data(bytes) as CFData, attributes as CFDictionary, nil)
        return try #require(key)
    }

    package func publicKey() throws -> SecKey { try object(kSecAttrKeyClassPublic) }
    package func privateKey() throws -> SecKey { try object(kSecAttrKeyClassPrivate) }
}
