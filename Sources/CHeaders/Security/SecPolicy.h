/* Policies: what a certificate must be good for. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECPOLICY_H
#define LATCHKEY_SECURITY_SECPOLICY_H

#include <CoreFoundation/CFDictionary.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* How revocation is asked about. Nobody is asked here: there is no network in an evaluation. */
enum {
    kSecRevocationOCSPMethod = 1 << 0,
    kSecRevocationCRLMethod = 1 << 1,
    kSecRevocationPreferCRL = 1 << 2,
    /* Trust nothing that is not known to be unrevoked: nothing is, then. */
    kSecRevocationRequirePositiveResponse = 1 << 3,
    kSecRevocationNetworkAccessDisabled = 1 << 4,
    kSecRevocationUseAnyAvailableMethod = kSecRevocationOCSPMethod | kSecRevocationCRLMethod
};

/* The type of policies. */
CF_EXPORT CFTypeID SecPolicyGetTypeID(void);
/* The properties of a policy, to be released: kSecPolicyOid, and if they apply the other keys. */
CF_EXPORT CFDictionaryRef _Nullable SecPolicyCopyProperties(SecPolicyRef policy);
/* The policy of certificates for any use, to be released: dates and chain alone. */
CF_EXPORT SecPolicyRef SecPolicyCreateBasicX509(void);
/* The policy of certificates of TLS servers, or of clients, to be released. A host must be among the alternative
   names of the certificate; its common name does not count. */
CF_EXPORT SecPolicyRef SecPolicyCreateSSL(Boolean server, CFStringRef _Nullable hostname);
/* The policy that certificates are not revoked, to be released. NULL without OCSP and CRL among the flags. */
CF_EXPORT SecPolicyRef _Nullable SecPolicyCreateRevocation(CFOptionFlags revocationFlags);
/* The policy of an identifier, one of kSecPolicyApple..., and of properties, to be released. NULL if they are not
   known. */
CF_EXPORT SecPolicyRef _Nullable SecPolicyCreateWithProperties(CFTypeRef policyIdentifier,
                                                               CFDictionaryRef _Nullable properties);
/* The policy of an identifier, to be released. The older form of SecPolicyCreateWithProperties(). */
CF_EXPORT SecPolicyRef _Nullable SecPolicyCreateWithOID(CFTypeRef policyOID);

/* Certificates for any use. */
CF_EXPORT const CFStringRef kSecPolicyAppleX509Basic;
/* Certificates of TLS connections. */
CF_EXPORT const CFStringRef kSecPolicyAppleSSL;
/* Certificates of e-mail. */
CF_EXPORT const CFStringRef kSecPolicyAppleSMIME;
/* Certificates of the Extensible Authentication Protocol, evaluated as those of TLS connections. */
CF_EXPORT const CFStringRef kSecPolicyAppleEAP;
/* Certificates of code. */
CF_EXPORT const CFStringRef kSecPolicyAppleCodeSigning;
/* Whether certificates have been revoked. */
CF_EXPORT const CFStringRef kSecPolicyAppleRevocation;
/* The object identifier of the policy, one of the kSecPolicyApple... values. */
CF_EXPORT const CFStringRef kSecPolicyOid;
/* The name that the certificate must hold: a host's for TLS, an e-mail address for S/MIME. */
CF_EXPORT const CFStringRef kSecPolicyName;
/* Whether the certificate is a client's, a boolean; absent for a server's. */
CF_EXPORT const CFStringRef kSecPolicyClient;
/* How revocation is asked about, a number of kSecRevocation... flags. */
CF_EXPORT const CFStringRef kSecPolicyRevocationFlags;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECPOLICY_H */
