/* Strings with attributes for ranges of them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFATTRIBUTEDSTRING_H
#define LATCHKEY_COREFOUNDATION_CFATTRIBUTEDSTRING_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFAttributedStringRef, __CFAttributedString, NSAttributedString);
LATCHKEY_MUTABLE_REF(CFMutableAttributedStringRef, __CFAttributedString, NSMutableAttributedString);

CF_EXPORT CFTypeID CFAttributedStringGetTypeID(void);
/* A string with the same attributes everywhere, to be released. */
CF_EXPORT CFAttributedStringRef _Nullable CFAttributedStringCreate(CFAllocatorRef _Nullable allocator,
                                                                   CFStringRef string,
                                                                   CFDictionaryRef _Nullable attributes);
/* An empty one that can be changed, to be released. maxLength is 0 for no limit. */
CF_EXPORT CFMutableAttributedStringRef _Nullable CFAttributedStringCreateMutable(CFAllocatorRef _Nullable allocator,
                                                                                 CFIndex maxLength);
/* The length in UTF-16 code units. */
CF_EXPORT CFIndex CFAttributedStringGetLength(CFAttributedStringRef string);
/* Replaces a range, which keeps the attributes of its first code unit. */
CF_EXPORT void CFAttributedStringReplaceString(CFMutableAttributedStringRef string, CFRange range,
                                               CFStringRef replacement);
/* Sets an attribute of a range. */
CF_EXPORT void CFAttributedStringSetAttribute(CFMutableAttributedStringRef string, CFRange range, CFStringRef name,
                                              CFTypeRef value);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFATTRIBUTEDSTRING_H */
