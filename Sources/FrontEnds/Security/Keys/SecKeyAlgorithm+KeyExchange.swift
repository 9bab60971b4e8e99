// Agreement on a secret, and encapsulation.
// SPDX-License-Identifier: Apache-2.0

extension SecKeyAlgorithm {
    /// Agreement on the coordinate X as it is.
    public static let ecdhKeyExchangeStandard = SecKeyAlgorithm(rawValue: "algid:keyexchange:ECDH")
    /// Agreement, derived further by ANSI X9.63 with SHA-1.
    public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm(rawValue: "algid:keyexchange:ECDH:KDFX963:SHA1")
    /// Agreement, derived further by ANSI X9.63 with SHA-224.
    public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDH:KDFX963:SHA224")
    /// Agreement, derived further by ANSI X9.63 with SHA-256.
    public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDH:KDFX963:SHA256")
    /// Agreement, derived further by ANSI X9.63 with SHA-384.
    public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDH:KDFX963:SHA384")
    /// Agreement, derived further by ANSI X9.63 with SHA-512.
    public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDH:KDFX963:SHA512")
    /// Agreement with cofactor on the coordinate X as it is.
    public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm(rawValue: "algid:keyexchange:ECDHC")
    /// Agreement with cofactor, derived further by ANSI X9.63 with SHA-1.
    public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// Agreement with cofactor, derived further by ANSI X9.63 with SHA-224.
    public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// Agreement with cofactor, derived further by ANSI X9.63 with SHA-256.
    public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// Agreement with cofactor, derived further by ANSI X9.63 with SHA-384.
    public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// Agreement with cofactor, derived further by ANSI X9.63 with SHA-512.
    public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm(
        rawValue: "algid:keyexchange:ECDHC:KDFX963:SHA512")
    /// Encapsulation with Kyber. Not done here.
    public static let kemKyber = SecKeyAlgorithm(rawValue: "algid:kem:kyber")
    /// Encapsulation with ML-KEM (FIPS 203).
    public static let kemmlkem = SecKeyAlgorithm(rawValue: "algid:kem:ML-KEM")
}
