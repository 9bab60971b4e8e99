/* Who may read an item, and on what conditions. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECACCESSCONTROL_H
#define LATCHKEY_SECURITY_SECACCESSCONTROL_H

#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The conditions. */
typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
    /* The user is asked, by whatever means there are. */
    kSecAccessControlUserPresence = 1ul << 0,
    kSecAccessControlBiometryAny = 1ul << 1,
    kSecAccessControlTouchIDAny = 1ul << 1,
    kSecAccessControlBiometryCurrentSet = 1ul << 3,
    kSecAccessControlTouchIDCurrentSet = 1ul << 3,
    /* The password of the device. */
    kSecAccessControlDevicePasscode = 1ul << 4,
    kSecAccessControlWatch = 1ul << 5,
    kSecAccessControlCompanion = 1ul << 5,
    /* One condition is enough, or all must hold. */
    kSecAccessControlOr = 1ul << 14,
    kSecAccessControlAnd = 1ul << 15,
    /* A private key may be used. */
    kSecAccessControlPrivateKeyUsage = 1ul << 30,
    /* The secret is also encrypted with a password of the program's. */
    kSecAccessControlApplicationPassword = 1ul << 31
};

/* The type of access controls. */
CF_EXPORT CFTypeID SecAccessControlGetTypeID(void);

/* The access control of a protection, one of the kSecAttrAccessible... values, and of conditions, to be released. NULL
   with error set for what is not known or cannot be together. */
CF_EXPORT SecAccessControlRef _Nullable SecAccessControlCreateWithFlags(
    CFAllocatorRef _Nullable allocator, CFTypeRef protection, SecAccessControlCreateFlags flags,
    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECACCESSCONTROL_H */
