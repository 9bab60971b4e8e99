/* Keys: making, signing, encrypting and agreeing. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECKEY_H
#define LATCHKEY_SECURITY_SECKEY_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>
#include <stddef.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* How the older calls pad. */
typedef CF_OPTIONS(uint32_t, SecPadding) {
    kSecPaddingNone = 0,
    kSecPaddingPKCS1 = 1,
    kSecPaddingOAEP = 2,
    /* Elliptic curves: r and s one after the other. */
    kSecPaddingSigRaw = 0x4000,
    /* PKCS#1 over a digest of that kind. */
    kSecPaddingPKCS1MD2 = 0x8000,
    kSecPaddingPKCS1MD5 = 0x8001,
    kSecPaddingPKCS1SHA1 = 0x8002,
    kSecPaddingPKCS1SHA224 = 0x8003,
    kSecPaddingPKCS1SHA256 = 0x8004,
    kSecPaddingPKCS1SHA384 = 0x8005,
    kSecPaddingPKCS1SHA512 = 0x8006
};

/* What a key can be asked to do. */
typedef CF_ENUM(CFIndex, SecKeyOperationType) {
    kSecKeyOperationTypeSign = 0,
    kSecKeyOperationTypeVerify = 1,
    kSecKeyOperationTypeEncrypt = 2,
    kSecKeyOperationTypeDecrypt = 3,
    kSecKeyOperationTypeKeyExchange = 4,
    /* Make a secret for the holder of the private key, and get the secret that was made for this key. */
    kSecKeyOperationTypeEncapsulate = 5,
    kSecKeyOperationTypeDecapsulate = 6
};

/* An algorithm by which a key signs, encrypts or agrees. */
typedef CFStringRef SecKeyAlgorithm;

/* A key of the dictionary of SecKeyCopyKeyExchangeResult(). */
typedef CFStringRef SecKeyKeyExchangeParameter;

/* The type of keys. */
CF_EXPORT CFTypeID SecKeyGetTypeID(void);

/* A new private key, to be released; SecKeyCopyPublicKey() gives its public half. The parameters have
   kSecAttrKeyType and kSecAttrKeySizeInBits; with kSecAttrIsPermanent it is stored. NULL with error set on failure. */
CF_EXPORT SecKeyRef _Nullable SecKeyCreateRandomKey(CFDictionaryRef parameters,
                                                    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* Gets a new pair of keys, both to be released. The older form of SecKeyCreateRandomKey(). */
CF_EXPORT OSStatus SecKeyGeneratePair(CFDictionaryRef parameters,
                                      SecKeyRef _Nullable *_Nullable CF_RETURNS_RETAINED publicKey,
                                      SecKeyRef _Nullable *_Nullable CF_RETURNS_RETAINED privateKey);
/* A new symmetric key, to be released, of the type and size that the parameters have; with kSecAttrIsPermanent it is
   stored. NULL with error set on failure. No call here encrypts with it. */
CF_EXPORT SecKeyRef _Nullable SecKeyGenerateSymmetric(CFDictionaryRef parameters,
                                                      CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The key of some bytes, to be released; it is not stored. RSA: PKCS#1; elliptic curves: 04 X Y, for a private key
   with K behind it. The attributes have kSecAttrKeyType and kSecAttrKeyClass. NULL with error set on failure. */
CF_EXPORT SecKeyRef _Nullable SecKeyCreateWithData(CFDataRef data, CFDictionaryRef attributes,
                                                   CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The older form of SecKeyCreateWithData(). */
CF_EXPORT SecKeyRef _Nullable SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef data,
                                                   CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* Bytes of the modulus, of the field of a curve, or of a key of ML-KEM and ML-DSA itself. */
CF_EXPORT size_t SecKeyGetBlockSize(SecKeyRef key);
/* The bytes of a key in the form that SecKeyCreateWithData() takes, to be released. NULL with the error
   errSecDataNotAvailable for a private key that is not extractable. */
CF_EXPORT CFDataRef _Nullable SecKeyCopyExternalRepresentation(
    SecKeyRef key, CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The attributes of a key, to be released. */
CF_EXPORT CFDictionaryRef _Nullable SecKeyCopyAttributes(SecKeyRef key);
/* The public half of a key, to be released; of a public key, itself. */
CF_EXPORT SecKeyRef _Nullable SecKeyCopyPublicKey(SecKeyRef key);
/* Whether a key can do an operation by an algorithm. */
CF_EXPORT Boolean SecKeyIsAlgorithmSupported(SecKeyRef key, SecKeyOperationType operation, SecKeyAlgorithm algorithm);
/* A signature over a digest or a message, as the name of the algorithm says, to be released. NULL with error set. */
CF_EXPORT CFDataRef _Nullable SecKeyCreateSignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef data,
                                                    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* Whether a signature is the one of a public key over a digest or a message. If not, error is set. */
CF_EXPORT Boolean SecKeyVerifySignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef data, CFDataRef signature,
                                        CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* Some bytes, encrypted for the holder of the private key, to be released. NULL with error set. */
CF_EXPORT CFDataRef _Nullable SecKeyCreateEncryptedData(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef plaintext,
                                                        CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The bytes that were encrypted for a private key, to be released. NULL with error set. */
CF_EXPORT CFDataRef _Nullable SecKeyCreateDecryptedData(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef ciphertext,
                                                        CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* What two keys agree on, to be released: each side has its own private key and the other's public one. NULL with error
   set. */
CF_EXPORT CFDataRef _Nullable SecKeyCopyKeyExchangeResult(SecKeyRef privateKey, SecKeyAlgorithm algorithm,
                                                          SecKeyRef publicKey, CFDictionaryRef parameters,
                                                          CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* A new secret of 32 bytes in sharedKey, and as the result the bytes from which the holder of the private ML-KEM key
   gets it; both to be released. NULL with error set. Apple has this call in its sources, not in its public headers. */
CF_EXPORT CFDataRef _Nullable SecKeyCreateEncapsulatedKey(SecKeyRef publicKey, SecKeyAlgorithm algorithm,
                                                          CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED sharedKey,
                                                          CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The secret of 32 bytes that was made for a private ML-KEM key, to be released. NULL with error set; bytes that were
   changed on their way are no error, they give another secret. */
CF_EXPORT CFDataRef _Nullable SecKeyCreateDecapsulatedKey(SecKeyRef privateKey, SecKeyAlgorithm algorithm,
                                                          CFDataRef encapsulatedKey,
                                                          CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);

/* Signs a digest into a buffer; sigLen has its size in bytes and gets that of the signature. Returns errSecParam for
   what the key cannot do, and for too little room. */
CF_EXPORT OSStatus SecKeyRawSign(SecKeyRef key, SecPadding padding, const uint8_t *data, size_t dataLen, uint8_t *sig,
                                 size_t *sigLen);
/* Verifies a signature over a digest. Returns -9809 for one that is not the key's. */
CF_EXPORT OSStatus SecKeyRawVerify(SecKeyRef key, SecPadding padding, const uint8_t *data, size_t dataLen,
                                   const uint8_t *sig, size_t sigLen);
/* Encrypts with RSA into a buffer; cipherTextLen has its size in bytes and gets that of the ciphertext. */
CF_EXPORT OSStatus SecKeyEncrypt(SecKeyRef key, SecPadding padding, const uint8_t *plainText, size_t plainTextLen,
                                 uint8_t *cipherText, size_t *cipherTextLen);
/* Decrypts with RSA into a buffer; plainTextLen has its size in bytes and gets how many there are. Returns errSecParam
   whatever is wrong. */
CF_EXPORT OSStatus SecKeyDecrypt(SecKeyRef key, SecPadding padding, const uint8_t *cipherText, size_t cipherTextLen,
                                 uint8_t *plainText, size_t *plainTextLen);

/* How many bytes to derive, a number. */
CF_EXPORT const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterRequestedSize;
/* The shared information of the derivation, as data. */
CF_EXPORT const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterSharedInfo;

/* The attributes of the private key, a dictionary. */
CF_EXPORT const CFStringRef kSecPrivateKeyAttrs;
/* The attributes of the public key, a dictionary. */
CF_EXPORT const CFStringRef kSecPublicKeyAttrs;

/* The algorithms. */

/* The bare operation of RSA on as many bytes as the modulus has. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureRaw;
/* The same on a number in words of 8 bytes, the least significant first. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureRawCCUnit;
/* RSASSA-PKCS1-v1_5 over bytes that are padded as they are, without the name of a digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw;
/* RSASSA-PKCS1-v1_5 over a MD5 digest. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15MD5;
/* RSASSA-PKCS1-v1_5 over a SHA-1 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1;
/* RSASSA-PKCS1-v1_5 over a SHA-224 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224;
/* RSASSA-PKCS1-v1_5 over a SHA-256 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256;
/* RSASSA-PKCS1-v1_5 over a SHA-384 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384;
/* RSASSA-PKCS1-v1_5 over a SHA-512 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512;
/* RSASSA-PSS over a SHA-1 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA1;
/* RSASSA-PSS over a SHA-224 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA224;
/* RSASSA-PSS over a SHA-256 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA256;
/* RSASSA-PSS over a SHA-384 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA384;
/* RSASSA-PSS over a SHA-512 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA512;
/* RSASSA-PKCS1-v1_5 over a message, by its MD5 digest. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15MD5;
/* RSASSA-PKCS1-v1_5 over a message, by its SHA-1 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1;
/* RSASSA-PKCS1-v1_5 over a message, by its SHA-224 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224;
/* RSASSA-PKCS1-v1_5 over a message, by its SHA-256 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256;
/* RSASSA-PKCS1-v1_5 over a message, by its SHA-384 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384;
/* RSASSA-PKCS1-v1_5 over a message, by its SHA-512 digest. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512;
/* RSASSA-PSS over a message, by its SHA-1 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA1;
/* RSASSA-PSS over a message, by its SHA-224 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA224;
/* RSASSA-PSS over a message, by its SHA-256 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA256;
/* RSASSA-PSS over a message, by its SHA-384 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA384;
/* RSASSA-PSS over a message, by its SHA-512 digest, with a salt of its size. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA512;
/* ECDSA over a digest of any length, as r and s one after the other. Deprecated name. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureRFC4754;
/* ECDSA over a digest of any length, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754;
/* ECDSA over a SHA-1 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1;
/* ECDSA over a SHA-224 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224;
/* ECDSA over a SHA-256 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256;
/* ECDSA over a SHA-384 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384;
/* ECDSA over a SHA-512 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512;
/* ECDSA over a message, by its SHA-1 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1;
/* ECDSA over a message, by its SHA-224 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224;
/* ECDSA over a message, by its SHA-256 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256;
/* ECDSA over a message, by its SHA-384 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384;
/* ECDSA over a message, by its SHA-512 digest, as r and s one after the other. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512;
/* ECDSA over a digest of any length, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962;
/* ECDSA over a SHA-1 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA1;
/* ECDSA over a SHA-224 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA224;
/* ECDSA over a SHA-256 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA256;
/* ECDSA over a SHA-384 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA384;
/* ECDSA over a SHA-512 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA512;
/* ECDSA over a message, by its SHA-1 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA1;
/* ECDSA over a message, by its SHA-224 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA224;
/* ECDSA over a message, by its SHA-256 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
/* ECDSA over a message, by its SHA-384 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA384;
/* ECDSA over a message, by its SHA-512 digest, as DER. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA512;
/* Ed25519 over a message. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmEdDSASignatureMessageCurve25519SHA512;
/* Ed448 over a message. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmEdDSASignatureMessageCurve448SHAKE256;
/* ML-DSA over a message. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmMLDSASignatureMessage;
/* The bare operation of RSA on as many bytes as the modulus has. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionRaw;
/* The same on a number in words of 8 bytes, the least significant first. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionRawCCUnit;
/* RSAES-PKCS1-v1_5, up to 11 bytes less than the modulus. A wrong padding is errSecParam; an attacker who
   learns of it can decrypt. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionPKCS1;
/* RSAES-OAEP with SHA-1, up to 42 bytes less than the modulus. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1;
/* RSAES-OAEP with SHA-224, up to 58 bytes less than the modulus. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224;
/* RSAES-OAEP with SHA-256, up to 66 bytes less than the modulus. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256;
/* RSAES-OAEP with SHA-384, up to 98 bytes less than the modulus. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384;
/* RSAES-OAEP with SHA-512, up to 130 bytes less than the modulus. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512;
/* RSAES-OAEP with SHA-1 of a new key, and AES-GCM under that. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM;
/* RSAES-OAEP with SHA-224 of a new key, and AES-GCM under that. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM;
/* RSAES-OAEP with SHA-256 of a new key, and AES-GCM under that. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM;
/* RSAES-OAEP with SHA-384 of a new key, and AES-GCM under that. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM;
/* RSAES-OAEP with SHA-512 of a new key, and AES-GCM under that. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-1, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-224, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-256, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-384, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-512, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-1, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-224, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-256, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-384, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-512, AES-GCM. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-224, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-256, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-384, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM;
/* ECIES: agreement with a new key, ANSI X9.63 with SHA-512, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-224, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-256, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-384, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM;
/* ECIES: agreement with cofactor, ANSI X9.63 with SHA-512, AES-GCM with a derived IV. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM;
/* ECIES of smart cards. Not done here. Private on Apple's systems. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionAKSSmartCard;
/* Agreement on the coordinate X as it is. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandard;
/* Agreement, derived further by ANSI X9.63 with SHA-1. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1;
/* Agreement, derived further by ANSI X9.63 with SHA-224. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224;
/* Agreement, derived further by ANSI X9.63 with SHA-256. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256;
/* Agreement, derived further by ANSI X9.63 with SHA-384. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384;
/* Agreement, derived further by ANSI X9.63 with SHA-512. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512;
/* Agreement with cofactor on the coordinate X as it is. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactor;
/* Agreement with cofactor, derived further by ANSI X9.63 with SHA-1. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1;
/* Agreement with cofactor, derived further by ANSI X9.63 with SHA-224. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224;
/* Agreement with cofactor, derived further by ANSI X9.63 with SHA-256. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256;
/* Agreement with cofactor, derived further by ANSI X9.63 with SHA-384. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384;
/* Agreement with cofactor, derived further by ANSI X9.63 with SHA-512. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512;
/* Encapsulation with Kyber. Not done here. */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmKEMKyber;
/* Encapsulation with ML-KEM (FIPS 203). */
CF_EXPORT const SecKeyAlgorithm kSecKeyAlgorithmKEMMLKEM;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECKEY_H */
