// The algorithms by Apple's names (reference 5.7).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOpenSSL

extension KeyAlgorithm {
    /// The algorithm of a value of `SecKeyAlgorithm`; nil for what is not done here.
    package init?(named name: String) {
        guard let algorithm = Self.named[name] else { return nil }
        self = algorithm
    }

    /// One of the names of the algorithm.
    package var name: String? { Self.ownNames[self] }

    private static let ownNames = Dictionary(
        named.map { ($0.value, $0.key) }, uniquingKeysWith: { first, second in min(first, second) })

    /// Every name that is known.
    package static var names: [String] { named.keys.sorted() }

    private static let named: [String: KeyAlgorithm] = {
        var table = fixed
        for hash in KeyHash.allCases {
            let name = hash.rawValue
            for (input, value) in [("digest", SignatureInput.digest(hash)), ("message", .message(hash))] {
                table["algid:sign:RSA:\(input)-PKCS1v15:\(name)"] = .signature(.rsaPKCS1, value)
                guard hash != .md5 else { continue }
                // Apple's name of the one with SHA-224 says 24, though its salt has 28 bytes as the digest has.
                let salt = hash == .sha224 ? 24 : hash.size
                table["algid:sign:RSA:\(input)-PSS:\(name):\(name):\(salt)"] = .signature(.rsaPSS, value)
                table["algid:sign:ECDSA:\(input)-RFC4754:\(name)"] = .signature(.ecdsaFixed, value)
                table["algid:sign:ECDSA:\(input)-X962:\(name)"] = .signature(.ecdsaDER, value)
            }
            guard hash != .md5 else { continue }
            table["algid:encrypt:RSA:OAEP:\(name)"] = .encryption(.rsaOAEP(hash))
            table["algid:encrypt:RSA:OAEP:\(name):AESGCM"] = .encryption(.rsaOAEPWithGCM(hash))
            // The cofactor of every curve here is one.
            for agreement in ["ECDH", "ECDHC"] {
                table["algid:keyexchange:\(agreement):KDFX963:\(name)"] = .keyExchange(hash)
                let ecies = "algid:encrypt:ECIES:\(agreement):KDFX963:\(name):AESGCM"
                table[ecies] = .encryption(.ecies(hash, derivesIV: false))
                if hash != .sha1 { table["\(ecies)-KDFIV"] = .encryption(.ecies(hash, derivesIV: true)) }
            }
        }
        return table
    }()

    private static let fixed: [String: KeyAlgorithm] = [
        "algid:sign:RSA:raw": .signature(.rsaRaw(.bigEndian), .digest(nil)),
        "algid:sign:RSA:raw-cc": .signature(.rsaRaw(.words), .digest(nil)),
        "algid:sign:RSA:digest-PKCS1v15": .signature(.rsaPKCS1, .digest(nil)),
        "algid:sign:ECDSA:RFC4754": .signature(.ecdsaFixed, .digest(nil)),
        "algid:sign:ECDSA:digest-RFC4754": .signature(.ecdsaFixed, .digest(nil)),
        "algid:sign:ECDSA:digest-X962": .signature(.ecdsaDER, .digest(nil)),
        "algid:sign:EdDSA:message-Curve25519:SHA512": .signature(.ed25519, .message(nil)),
        "algid:sign:EdDSA:message-Curve448:SHAKE256": .signature(.ed448, .message(nil)),
        "algid:sign:ML-DSA:message": .signature(.mlDSA, .message(nil)),
        "algid:encrypt:RSA:raw": .encryption(.rsaRaw(.bigEndian)),
        "algid:encrypt:RSA:raw-cc": .encryption(.rsaRaw(.words)),
        "algid:encrypt:RSA:PKCS1": .encryption(.rsaPKCS1),
        "algid:keyexchange:ECDH": .keyExchange(nil),
        "algid:keyexchange:ECDHC": .keyExchange(nil),
        "algid:kem:ML-KEM": .encapsulation,
    ]
}
