/* Access objects of keychain files. They say nothing here: who may read an item is decided by its access group and its
   access list. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECACCESS_H
#define LATCHKEY_SECURITY_SECACCESS_H

#include <CoreFoundation/CFArray.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The type of access objects. */
CF_EXPORT CFTypeID SecAccessGetTypeID(void);
/* Gets an access object for calls that take one, to be released. The list is not looked at. */
CF_EXPORT OSStatus SecAccessCreate(CFStringRef descriptor, CFArrayRef _Nullable trustedList,
                                   SecAccessRef _Nullable *_Nonnull CF_RETURNS_RETAINED access);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECACCESS_H */
