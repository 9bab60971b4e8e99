/* Languages and regions. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFLOCALE_H
#define LATCHKEY_COREFOUNDATION_CFLOCALE_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFLocaleRef, __CFLocale, NSLocale);

/* The name of a locale, such as de_DE. */
typedef CFStringRef CFLocaleIdentifier;

CF_EXPORT CFTypeID CFLocaleGetTypeID(void);
/* The locale of no language. It is not to be released. */
CF_EXPORT CFLocaleRef CFLocaleGetSystem(void);
/* The user's locale, to be released. */
CF_EXPORT CFLocaleRef _Nullable CFLocaleCopyCurrent(void);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFLOCALE_H */
