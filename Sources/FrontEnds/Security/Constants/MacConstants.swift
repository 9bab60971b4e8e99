// The constants that Apple has on macOS only.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The access object of an item of a file keychain.
public let kSecAttrAccess: CFString = "acls"

/// The pseudorandom function of a key derivation: one of the `kSecAttrPRF…` values.
public let kSecAttrPRF: CFString = "prf"

/// The salt of a key derivation, as data.
public let kSecAttrSalt: CFString = "salt"

/// The iterations of a key derivation, a number.
public let kSecAttrRounds: CFString = "rounds"

/// Match certificates whose subject starts with this string.
public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"

/// Match certificates whose subject ends with this string.
public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"

/// Match certificates whose subject is this string.
public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"

/// Whether accents do not matter, a boolean.
public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"

/// Whether full and half width are the same, a boolean.
public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"

/// Add the item to this keychain.
public let kSecUseKeychain: CFString = "u_Keychain"

/// DES.
public let kSecAttrKeyTypeDES: CFString = "14"

/// Triple DES.
public let kSecAttrKeyType3DES: CFString = "17"

/// RC2.
public let kSecAttrKeyTypeRC2: CFString = "23"

/// RC4.
public let kSecAttrKeyTypeRC4: CFString = "25"

/// DSA.
public let kSecAttrKeyTypeDSA: CFString = "43"

/// CAST.
public let kSecAttrKeyTypeCAST: CFString = "56"

/// Elliptic curve signatures. Deprecated name of `kSecAttrKeyTypeECSECPrimeRandom`.
public let kSecAttrKeyTypeECDSA: CFString = "73"

/// AES.
public let kSecAttrKeyTypeAES: CFString = "2147483649"

/// HMAC with SHA-1.
public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// HMAC with SHA-224.
public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// HMAC with SHA-256.
public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// HMAC with SHA-384.
public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// HMAC with SHA-512.
public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"

/// The attributes of the symmetric key, a dictionary.
public let kSecSymmetricKeyAttrs: CFString = "symmetric"
