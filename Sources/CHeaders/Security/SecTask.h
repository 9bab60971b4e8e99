/* What a program is known as. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECTASK_H
#define LATCHKEY_SECURITY_SECTASK_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A program. */
LATCHKEY_OPAQUE_REF(SecTaskRef, __SecTask, id);

/* Who sent a message, as the kernels of Apple's systems write it: the number of the process is the sixth. Linux makes
   none; a program may fill one in. */
typedef struct {
    unsigned int val[8];
} audit_token_t;

/* The type of tasks. */
CF_EXPORT CFTypeID SecTaskGetTypeID(void);
/* This program as a task, to be released. NULL if the keychain cannot be asked, or refuses the program. */
CF_EXPORT SecTaskRef _Nullable SecTaskCreateFromSelf(CFAllocatorRef _Nullable allocator);
/* The program of an audit token, to be released. NULL for every process but this one. */
CF_EXPORT SecTaskRef _Nullable SecTaskCreateWithAuditToken(CFAllocatorRef _Nullable allocator, audit_token_t token);
/* The value of an entitlement, to be released, or NULL if the program does not have it. The error is left as it is. */
CF_EXPORT CFTypeRef _Nullable SecTaskCopyValueForEntitlement(SecTaskRef task, CFStringRef entitlement,
                                                             CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* A dictionary of those of several entitlements that the program has, to be released. */
CF_EXPORT CFDictionaryRef _Nullable SecTaskCopyValuesForEntitlements(
    SecTaskRef task, CFArrayRef entitlements, CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The identifier of the signature of a program, to be released, or NULL if it has none. */
CF_EXPORT CFStringRef _Nullable SecTaskCopySigningIdentifier(SecTaskRef task,
                                                             CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* 0 for a program without a signature, 0x20000001 for one whose signature the keychain takes. */
CF_EXPORT uint32_t SecTaskGetCodeSignStatus(SecTaskRef task);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECTASK_H */
