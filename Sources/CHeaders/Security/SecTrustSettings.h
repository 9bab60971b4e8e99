/* The decisions of the user and of the machine about certificates. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECTRUSTSETTINGS_H
#define LATCHKEY_SECURITY_SECTRUSTSETTINGS_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFString.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* Keys of a decision: for which policy it is, a SecPolicyRef; none for all. */
#define kSecTrustSettingsPolicy CFSTR("kSecTrustSettingsPolicy")
/* For which host or e-mail address it is, a string; none for all. */
#define kSecTrustSettingsPolicyString CFSTR("kSecTrustSettingsPolicyString")
/* A SecTrustSettingsResult as a number; none is kSecTrustSettingsResultTrustRoot. */
#define kSecTrustSettingsResult CFSTR("kSecTrustSettingsResult")
/* For one application. Refused here. */
#define kSecTrustSettingsApplication CFSTR("kSecTrustSettingsApplication")
/* For one use of keys. Refused here. */
#define kSecTrustSettingsKeyUsage CFSTR("kSecTrustSettingsKeyUsage")
/* An error that is overlooked. Refused here. */
#define kSecTrustSettingsAllowedError CFSTR("kSecTrustSettingsAllowedError")

/* What was decided. */
typedef CF_ENUM(uint32_t, SecTrustSettingsResult) {
    kSecTrustSettingsResultInvalid = 0,
    /* A root that issued itself is trusted. */
    kSecTrustSettingsResultTrustRoot = 1,
    /* A certificate that somebody else issued is trusted as if it were a root. */
    kSecTrustSettingsResultTrustAsRoot = 2,
    /* Never trusted, nor what it issues. */
    kSecTrustSettingsResultDeny = 3,
    /* As if there were no decision. */
    kSecTrustSettingsResultUnspecified = 4
};

/* Whose decisions. */
typedef CF_ENUM(uint32_t, SecTrustSettingsDomain) {
    /* The user's. They count more than the machine's. */
    kSecTrustSettingsDomainUser = 0,
    /* The machine's, which only root changes. */
    kSecTrustSettingsDomainAdmin = 1,
    /* The system's: none, since its roots are trusted without a decision. */
    kSecTrustSettingsDomainSystem = 2
};

/* Gets the decisions about a certificate, to be released: an array of dictionaries. Returns errSecItemNotFound if there
   are none. */
CF_EXPORT OSStatus SecTrustSettingsCopyTrustSettings(SecCertificateRef certificate, SecTrustSettingsDomain domain,
                                                     CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED trustSettings);
/* Replaces the decisions about a certificate with a dictionary or an array of them; NULL trusts a root for every use.
   Nobody is asked, unlike on macOS. */
CF_EXPORT OSStatus SecTrustSettingsSetTrustSettings(SecCertificateRef certificate, SecTrustSettingsDomain domain,
                                                    CFTypeRef _Nullable dictionaryOrArray);
/* Takes back the decisions about a certificate. Returns errSecItemNotFound if there are none. */
CF_EXPORT OSStatus SecTrustSettingsRemoveTrustSettings(SecCertificateRef certificate, SecTrustSettingsDomain domain);
/* Gets the certificates that there are decisions about, to be released; of the system its roots. Returns
   errSecNoTrustSettings if there are none. */
CF_EXPORT OSStatus SecTrustSettingsCopyCertificates(SecTrustSettingsDomain domain,
                                                    CFArrayRef _Nullable *_Nullable CF_RETURNS_RETAINED certificates);
/* Gets when the decisions of the domain were last changed, to be released. */
CF_EXPORT OSStatus SecTrustSettingsCopyModificationDate(SecCertificateRef certificate, SecTrustSettingsDomain domain,
                                                        CFDateRef _Nullable *_Nonnull CF_RETURNS_RETAINED date);
/* Gets all decisions of a domain as bytes, in a form of this project's own, to be released. */
CF_EXPORT OSStatus SecTrustSettingsCreateExternalRepresentation(
    SecTrustSettingsDomain domain, CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED trustSettings);
/* Replaces all decisions of a domain with those of such bytes. Returns errSecInvalidTrustSettings for others. */
CF_EXPORT OSStatus SecTrustSettingsImportExternalRepresentation(SecTrustSettingsDomain domain, CFDataRef trustSettings);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECTRUSTSETTINGS_H */
