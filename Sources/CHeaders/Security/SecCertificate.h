/* Certificates (X.509). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECCERTIFICATE_H
#define LATCHKEY_SECURITY_SECCERTIFICATE_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The type of certificates. */
CF_EXPORT CFTypeID SecCertificateGetTypeID(void);
/* The certificate of some DER bytes, to be released, or NULL if they are none. PEM is refused, and nothing is said
   about trust. */
CF_EXPORT SecCertificateRef _Nullable SecCertificateCreateWithData(CFAllocatorRef _Nullable allocator, CFDataRef data);
/* The DER bytes of a certificate, to be released. */
CF_EXPORT CFDataRef SecCertificateCopyData(SecCertificateRef certificate);
/* What a user knows a certificate by, to be released: the common name of its subject, else what comes nearest to it.
   NULL if it names nothing. */
CF_EXPORT CFStringRef _Nullable SecCertificateCopySubjectSummary(SecCertificateRef certificate);
/* Gets the common name of the subject, of several the last, to be released. Returns -26276 if there is none. */
CF_EXPORT OSStatus SecCertificateCopyCommonName(SecCertificateRef certificate,
                                                CFStringRef _Nullable *_Nonnull CF_RETURNS_RETAINED commonName);
/* Gets an array of the e-mail addresses, to be released: those of the alternative names, then those of the subject. */
CF_EXPORT OSStatus SecCertificateCopyEmailAddresses(SecCertificateRef certificate,
                                                    CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED emailAddresses);
/* The name of the issuer in the form that is compared, as DER, to be released. It finds the certificate as
   kSecAttrIssuer. */
CF_EXPORT CFDataRef _Nullable SecCertificateCopyNormalizedIssuerSequence(SecCertificateRef certificate);
/* The name of the subject in the form that is compared, as DER, to be released. */
CF_EXPORT CFDataRef _Nullable SecCertificateCopyNormalizedSubjectSequence(SecCertificateRef certificate);
/* The public key, to be released, or NULL for one of a kind that is not known here. */
CF_EXPORT SecKeyRef _Nullable SecCertificateCopyKey(SecCertificateRef certificate);
/* Gets the public key, to be released. The form of macOS, older than SecCertificateCopyKey(); iOS has another call of
   this name. Returns errSecUnsupportedKeyFormat for a kind that is not known here. */
CF_EXPORT OSStatus SecCertificateCopyPublicKey(SecCertificateRef certificate,
                                               SecKeyRef _Nullable *_Nonnull CF_RETURNS_RETAINED key);
/* The bytes of the serial number, a leading zero byte among them, to be released. The error is not used. */
CF_EXPORT CFDataRef _Nullable SecCertificateCopySerialNumberData(
    SecCertificateRef certificate, CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The older name of SecCertificateCopySerialNumberData(). */
CF_EXPORT CFDataRef _Nullable SecCertificateCopySerialNumber(SecCertificateRef certificate,
                                                             CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The first second in which the certificate is valid, to be released. */
CF_EXPORT CFDateRef _Nullable SecCertificateCopyNotValidBeforeDate(SecCertificateRef certificate);
/* The last second in which the certificate is valid, to be released. */
CF_EXPORT CFDateRef _Nullable SecCertificateCopyNotValidAfterDate(SecCertificateRef certificate);
/* Stores a certificate in a keychain, NULL for the default one. Returns errSecDuplicateItem if it is there already. */
CF_EXPORT OSStatus SecCertificateAddToKeychain(SecCertificateRef certificate, SecKeychainRef _Nullable keychain);
/* The certificate that is preferred for a name and some kSecAttrCan... uses, NULL for any, to be released. NULL if
   there is none. */
CF_EXPORT SecCertificateRef _Nullable SecCertificateCopyPreferred(CFStringRef name, CFArrayRef _Nullable keyUsage);
/* Gets the certificate that is preferred for a name, to be released. The older form, with the sum of CSSM_KEYUSE flags,
   0 for any use. */
CF_EXPORT OSStatus SecCertificateCopyPreference(CFStringRef name, uint32_t keyUsage,
                                                SecCertificateRef _Nullable *_Nonnull CF_RETURNS_RETAINED certificate);
/* Prefers a certificate for a name and some kSecAttrCan... uses, NULL for any. NULL as certificate prefers none. */
CF_EXPORT OSStatus SecCertificateSetPreferred(SecCertificateRef _Nullable certificate, CFStringRef name,
                                              CFArrayRef _Nullable keyUsage);
/* What stands in a certificate, by the object identifiers of its parts, to be released: each is a dictionary with the
   kSecPropertyKey... keys. An array of kSecOID... keys says which are wanted, NULL for all. */
CF_EXPORT CFDictionaryRef _Nullable SecCertificateCopyValues(SecCertificateRef certificate, CFArrayRef _Nullable keys,
                                                             CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The summary of the subject, or of the issuer if the subject names nothing, to be released. */
CF_EXPORT CFStringRef _Nullable SecCertificateCopyLongDescription(
    CFAllocatorRef _Nullable allocator, SecCertificateRef certificate,
    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The summary of the subject, to be released. */
CF_EXPORT CFStringRef _Nullable SecCertificateCopyShortDescription(
    CFAllocatorRef _Nullable allocator, SecCertificateRef certificate,
    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);

/* The type of a value, one of the kSecPropertyType... values. */
CF_EXPORT const CFStringRef kSecPropertyKeyType;
/* What a value is called; in names the object identifier. */
CF_EXPORT const CFStringRef kSecPropertyKeyLabel;
/* What a user reads; in English here. */
CF_EXPORT const CFStringRef kSecPropertyKeyLocalizedLabel;
/* The value itself. */
CF_EXPORT const CFStringRef kSecPropertyKeyValue;
/* In the properties of an evaluation: what a user knows the certificate by, text. */
CF_EXPORT const CFStringRef kSecPropertyTypeTitle;
/* In the properties of an evaluation: why the certificate is not trusted, text; in English here. */
CF_EXPORT const CFStringRef kSecPropertyTypeError;
/* Text that warns. */
CF_EXPORT const CFStringRef kSecPropertyTypeWarning;
/* Text that says that all is well. */
CF_EXPORT const CFStringRef kSecPropertyTypeSuccess;
/* An array of values. */
CF_EXPORT const CFStringRef kSecPropertyTypeSection;
/* Data. */
CF_EXPORT const CFStringRef kSecPropertyTypeData;
/* A string. */
CF_EXPORT const CFStringRef kSecPropertyTypeString;
/* A URL. */
CF_EXPORT const CFStringRef kSecPropertyTypeURL;
/* A date. */
CF_EXPORT const CFStringRef kSecPropertyTypeDate;
/* An array. */
CF_EXPORT const CFStringRef kSecPropertyTypeArray;
/* A number. */
CF_EXPORT const CFStringRef kSecPropertyTypeNumber;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECCERTIFICATE_H */
