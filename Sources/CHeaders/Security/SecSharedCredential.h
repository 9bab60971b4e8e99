/* Passwords of web sites that a program is associated with. No program is associated with one here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECSHAREDCREDENTIAL_H
#define LATCHKEY_SECURITY_SECSHAREDCREDENTIAL_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

#if defined(__BLOCKS__)
/* Would store a password, or with NULL delete it. The block gets errSecMissingEntitlement. */
CF_EXPORT void SecAddSharedWebCredential(CFStringRef fqdn, CFStringRef account, CFStringRef _Nullable password,
                                         void (^completionHandler)(CFErrorRef _Nullable error));
/* Would ask the user for a password. The block gets no passwords, and errSecMissingEntitlement. */
CF_EXPORT void SecRequestSharedWebCredential(CFStringRef _Nullable fqdn, CFStringRef _Nullable account,
                                             void (^completionHandler)(CFArrayRef _Nullable credentials,
                                                                       CFErrorRef _Nullable error));
#endif
/* A new password of 20 characters, to be released: three groups of six letters and digits with hyphens between them. */
CF_EXPORT CFStringRef _Nullable SecCreateSharedWebCredentialPassword(void);

/* The password of a shared web credential. */
CF_EXPORT const CFStringRef kSecSharedPassword;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECSHAREDCREDENTIAL_H */
