// The algorithms of keys.
// SPDX-License-Identifier: Apache-2.0

/// What is done with a key, and with what around it. Only what is done here has a value.
package enum KeyAlgorithm: Hashable, Sendable {
    case signature(SignatureScheme, SignatureInput)
    case encryption(EncryptionScheme)
    /// Agreement on the coordinate X, derived further by ANSI X9.63 where a hash function is named.
    case keyExchange(KeyHash?)
    /// A new secret for the holder of the private key, by ML-KEM (FIPS 203).
    case encapsulation
}

/// What is signed.
package enum SignatureInput: Hashable, Sendable {
    /// A digest of this function, or where there is none, the bytes as they are.
    case digest(KeyHash?)
    /// Any bytes, by their digest; where there is none, the scheme takes them as they are.
    case message(KeyHash?)

    package var hash: KeyHash? {
        switch self {
        case .digest(let hash), .message(let hash): hash
        }
    }
}

package enum SignatureScheme: Hashable, Sendable {
    /// The bare operation of RSA on a number.
    case rsaRaw(RSANumberForm)
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1
    /// RSASSA-PSS with a salt of the digest's size and MGF1 with the same function.
    case rsaPSS
    /// ECDSA: `r` and `s` one after the other, each of the size of the field (RFC 4754).
    case ecdsaFixed
    /// ECDSA: a SEQUENCE of two INTEGERs (ANSI X9.62).
    case ecdsaDER
    case ed25519
    case ed448
    case mlDSA
}

package enum EncryptionScheme: Hashable, Sendable {
    case rsaRaw(RSANumberForm)
    /// RSAES-PKCS1-v1_5.
    case rsaPKCS1
    /// RSAES-OAEP with MGF1 with the same function and no label.
    case rsaOAEP(KeyHash)
    /// RSAES-OAEP of a new key, under which AES-GCM has the bytes.
    case rsaOAEPWithGCM(KeyHash)
    /// ECIES: agreement with a new key, ANSI X9.63, AES-GCM.
    case ecies(KeyHash, derivesIV: Bool)
}

/// How the number stands that RSA is done on bare.
package enum RSANumberForm: Hashable, Sendable {
    /// Most significant byte first, as long as the modulus.
    case bigEndian
    /// Words of 8 bytes, the least significant word and byte first.
    case words
}

/// What a key can be asked to do, by Apple's numbers (`SecKeyOperationType`).
package enum KeyOperation: Int, Hashable, Sendable, CaseIterable {
    case sign, verify, encrypt, decrypt, keyExchange, encapsulate, decapsulate
}
