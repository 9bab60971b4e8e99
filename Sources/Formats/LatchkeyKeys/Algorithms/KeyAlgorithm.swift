// The algorithms of keys.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyOpenSSL

/// What is done with a key, and with what around it. Only what is done here has a value.
package enum KeyAlgorithm: Hashable, Sendable {
    case signature(SignatureScheme, SignatureInput)
    case encryption(EncryptionScheme)
    /// Agreement on the coordinate X, derived further by ANSI X9.63 if a hash function is named.
    case keyExchange(KeyHash?)
    /// A new secret for the holder of the private key, by ML-KEM (FIPS 203).
    case encapsulation
}

/// What is signed.
package enum SignatureInput: Hashable, Sendable {
    /// A digest of this function, or if there is none, the bytes as they are.
    case digest(KeyHash?)
    /// Any bytes, by their digest; if there is none, the scheme takes them as they are.
    case message(KeyHash?)

    package var hash: KeyHash? {
        switch self {
        case .digest(let hash), .message(let hash): hash
        }
    }
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

/// What a key can be asked to do, by Apple's numbers (`SecKeyOperationType`).
package enum KeyOperation: Int, Hashable, Sendable, CaseIterable {
    case sign, verify, encrypt, decrypt, keyExchange, encapsulate, decapsulate
}
