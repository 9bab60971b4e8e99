/* Identities: certificates with their private keys. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECIDENTITY_H
#define LATCHKEY_SECURITY_SECIDENTITY_H

#include <CoreFoundation/CFArray.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The type of identities. */
CF_EXPORT CFTypeID SecIdentityGetTypeID(void);
/* The identity of a certificate and its private key, to be released. NULL if the key is not the certificate's, or is a
   public one. */
CF_EXPORT SecIdentityRef _Nullable SecIdentityCreate(CFAllocatorRef _Nullable allocator, SecCertificateRef certificate,
                                                     SecKeyRef privateKey);
/* Gets the identity of a certificate, to be released: its private key is looked for in a keychain, an array of them, or
   with NULL in the search list. Returns errSecItemNotFound if there is none. */
CF_EXPORT OSStatus SecIdentityCreateWithCertificate(CFTypeRef _Nullable keychainOrArray, SecCertificateRef certificate,
                                                    SecIdentityRef _Nullable *_Nonnull CF_RETURNS_RETAINED identity);
/* Gets the certificate of an identity, to be released. */
CF_EXPORT OSStatus SecIdentityCopyCertificate(SecIdentityRef identity,
                                              SecCertificateRef _Nullable *_Nonnull CF_RETURNS_RETAINED certificate);
/* Gets the private key of an identity, to be released. */
CF_EXPORT OSStatus SecIdentityCopyPrivateKey(SecIdentityRef identity,
                                             SecKeyRef _Nullable *_Nonnull CF_RETURNS_RETAINED privateKey);
/* The identity that is preferred for a URL, a host, an e-mail address or another name, to be released, or NULL. The
   uses are kSecAttrCan... constants, the issuers names as DER, NULL for any. */
CF_EXPORT SecIdentityRef _Nullable SecIdentityCopyPreferred(CFStringRef name, CFArrayRef _Nullable keyUsage,
                                                            CFArrayRef _Nullable validIssuers);
/* Prefers an identity of the default keychain for a name and some kSecAttrCan... uses, NULL for any. NULL as identity
   prefers none. */
CF_EXPORT OSStatus SecIdentitySetPreferred(SecIdentityRef _Nullable identity, CFStringRef name,
                                           CFArrayRef _Nullable keyUsage);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECIDENTITY_H */
