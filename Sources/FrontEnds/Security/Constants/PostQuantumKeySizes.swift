// The values of `kSecAttrKeySizeInBits` for post-quantum keys, which are decimal numbers.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Kyber-768.
public let kSecAttrKeySizeKyber768: CFString = "768"

/// Kyber-1024.
public let kSecAttrKeySizeKyber1024: CFString = "1024"

/// ML-KEM-768.
public let kSecAttrKeySizeMLKEM768: CFString = "768"

/// ML-KEM-1024.
public let kSecAttrKeySizeMLKEM1024: CFString = "1024"

/// ML-DSA-65.
public let kSecAttrKeySizeMLDSA65: CFString = "65"

/// ML-DSA-87.
public let kSecAttrKeySizeMLDSA87: CFString = "87"
