// The values of `kSecAttrKeyType`, which are decimal numbers.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// RSA.
public let kSecAttrKeyTypeRSA: CFString = "42"

/// Elliptic curves over a prime field. Deprecated name.
public let kSecAttrKeyTypeEC: CFString = "73"

/// Elliptic curves over a prime field: NIST P-256, P-384, P-521.
public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"

/// Elliptic curves in the accelerator of the Secure Enclave.
public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678"

/// The attestation key of the Secure Enclave.
public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = "2147483679"

/// The anonymous attestation key of the Secure Enclave.
public let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString = "2147483680"

/// Ed25519 signatures.
public let kSecAttrKeyTypeEd25519: CFString = "105"

/// X25519 key agreement.
public let kSecAttrKeyTypeX25519: CFString = "106"

/// Ed448 signatures.
public let kSecAttrKeyTypeEd448: CFString = "107"

/// X448 key agreement.
public let kSecAttrKeyTypeX448: CFString = "108"

/// Kyber, the draft of ML-KEM.
public let kSecAttrKeyTypeKyber: CFString = "109"

/// ML-KEM (FIPS 203).
public let kSecAttrKeyTypeMLKEM: CFString = "110"

/// ML-DSA (FIPS 204).
public let kSecAttrKeyTypeMLDSA: CFString = "111"
