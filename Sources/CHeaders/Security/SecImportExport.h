/* Certificates and keys as files. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECIMPORTEXPORT_H
#define LATCHKEY_SECURITY_SECIMPORTEXPORT_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDictionary.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The form of a file. */
typedef CF_ENUM(uint32_t, SecExternalFormat) {
    /* Not known: an import finds it out. */
    kSecFormatUnknown = 0,
    kSecFormatOpenSSL = 1,
    /* SSH version 1. */
    kSecFormatSSH = 2,
    kSecFormatBSAFE = 3,
    /* The bytes of a symmetric key. */
    kSecFormatRawKey = 4,
    /* Encrypted forms of private keys. */
    kSecFormatWrappedPKCS8 = 5,
    kSecFormatWrappedOpenSSL = 6,
    kSecFormatWrappedSSH = 7,
    kSecFormatWrappedLSH = 8,
    /* A certificate in DER. */
    kSecFormatX509Cert = 9,
    kSecFormatPEMSequence = 10,
    kSecFormatPKCS7 = 11,
    kSecFormatPKCS12 = 12,
    kSecFormatNetscapeCertSequence = 13,
    /* SSH version 2. */
    kSecFormatSSHv2 = 14
};

/* What a file holds. */
typedef CF_ENUM(uint32_t, SecExternalItemType) {
    /* Not known: an import finds it out. */
    kSecItemTypeUnknown = 0,
    kSecItemTypePrivateKey = 1,
    kSecItemTypePublicKey = 2,
    kSecItemTypeSessionKey = 3,
    kSecItemTypeCertificate = 4,
    /* Several items together. */
    kSecItemTypeAggregate = 5
};

/* How items are exported. */
typedef CF_OPTIONS(uint32_t, SecItemImportExportFlags) {
    /* As PEM. */
    kSecItemPemArmour = 1
};

/* How keys are imported. */
typedef CF_OPTIONS(uint32_t, SecKeyImportExportFlags) {
    /* More than one private key is errSecMultiplePrivKeys. */
    kSecKeyImportOnlyOne = 1,
    /* The user is asked for the passphrase. */
    kSecKeySecurePassphrase = 2,
    /* The keys get no access object. */
    kSecKeyNoAccessControl = 4
};

/* The version of the next structure. */
#define SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION 0

/* The passphrase of keys, and how they are stored. */
typedef struct {
    /* SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION. */
    uint32_t version;
    SecKeyImportExportFlags flags;
    /* A string, or data. */
    CFTypeRef _Nullable passphrase;
    /* Not looked at: nobody is asked for a passphrase. */
    CFStringRef _Nullable alertTitle;
    CFStringRef _Nullable alertPrompt;
    /* Not looked at. */
    SecAccessRef _Nullable accessRef;
    /* Not looked at: what a key may be used for is decided by its kind. */
    CFArrayRef _Nullable keyUsage;
    /* Numbers, or numbers as text. Stored keys are extractable with 32 (CSSM_KEYATTR_EXTRACTABLE), or if it is NULL. */
    CFArrayRef _Nullable keyAttributes;
} SecItemImportExportKeyParameters;

/* Gets the file of a certificate, key, identity, or an array of them, to be released. Returns errSecPassphraseRequired
   for forms that need a passphrase, and errSecUnsupportedFormat for items that have no such form. */
CF_EXPORT OSStatus SecItemExport(CFTypeRef itemOrArray, SecExternalFormat format, SecItemImportExportFlags flags,
                                 const SecItemImportExportKeyParameters *_Nullable parameters,
                                 CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED data);
/* Reads the certificates and keys of a file, stores them if there is a keychain, and gets an array of them, to be
   released. Format and type say what is expected, and get what was found. Returns errSecUnknownFormat for other
   files. */
CF_EXPORT OSStatus SecItemImport(CFDataRef data, CFStringRef _Nullable fileNameOrExtension,
                                 SecExternalFormat *_Nullable format, SecExternalItemType *_Nullable itemType,
                                 SecItemImportExportFlags flags,
                                 const SecItemImportExportKeyParameters *_Nullable parameters,
                                 SecKeychainRef _Nullable keychain,
                                 CFArrayRef _Nullable *_Nullable CF_RETURNS_RETAINED items);
/* Gets the identities of a PKCS#12 file (RFC 7292), to be released: an array with a dictionary of kSecImportItem...
   keys for each. The options have the passphrase; nothing is stored unless they have kSecUseDataProtectionKeychain.
   Returns errSecAuthFailed for another passphrase and errSecDecode for other files. */
CF_EXPORT OSStatus SecPKCS12Import(CFDataRef data, CFDictionaryRef options,
                                   CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED items);

/* The passphrase, a string. */
CF_EXPORT const CFStringRef kSecImportExportPassphrase;
/* The keychain to import into. */
CF_EXPORT const CFStringRef kSecImportExportKeychain;
/* The access object of imported keys. */
CF_EXPORT const CFStringRef kSecImportExportAccess;
/* Whether imported items stay out of the keychain, a boolean. */
CF_EXPORT const CFStringRef kSecImportToMemoryOnly;
/* The name of an imported item, a string. */
CF_EXPORT const CFStringRef kSecImportItemLabel;
/* The key identifier of an imported item, as data. */
CF_EXPORT const CFStringRef kSecImportItemKeyID;
/* The trust object of an imported identity. */
CF_EXPORT const CFStringRef kSecImportItemTrust;
/* The certificates of an imported identity, an array. */
CF_EXPORT const CFStringRef kSecImportItemCertChain;
/* The imported identity. */
CF_EXPORT const CFStringRef kSecImportItemIdentity;
/* The size of the symmetric key of a hybrid encryption, a number of bits. Private. */
CF_EXPORT const CFStringRef kSecKeyEncryptionParameterSymmetricKeySizeInBits;
/* The additional data that a hybrid encryption authenticates. Private. */
CF_EXPORT const CFStringRef kSecKeyEncryptionParameterSymmetricAAD;
/* The parameters of a second encryption, a dictionary. Private. */
CF_EXPORT const CFStringRef kSecKeyEncryptionParameterRecryptParameters;
/* The certificate of a second encryption, as data. Private. */
CF_EXPORT const CFStringRef kSecKeyEncryptionParameterRecryptCertificate;
/* The context string of a signature, as data. Private. */
CF_EXPORT const CFStringRef kSecKeySignatureParameterContext;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECIMPORTEXPORT_H */
