/* Errors: a domain, a code, and texts. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFERROR_H
#define LATCHKEY_COREFOUNDATION_CFERROR_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_OPAQUE_REF(CFErrorRef, __CFError, NSError);

/* What the code of an error is a number of. */
typedef CFStringRef CFErrorDomain;

/* The codes of errno. */
CF_EXPORT const CFErrorDomain kCFErrorDomainPOSIX;
/* Codes of the type OSStatus: those of Security. */
CF_EXPORT const CFErrorDomain kCFErrorDomainOSStatus;
/* The codes of Mach. */
CF_EXPORT const CFErrorDomain kCFErrorDomainMach;
/* The codes of Foundation. */
CF_EXPORT const CFErrorDomain kCFErrorDomainCocoa;

/* Keys of the dictionary of an error: a sentence for users, */
CF_EXPORT const CFStringRef kCFErrorLocalizedDescriptionKey;
/* what failed, */
CF_EXPORT const CFStringRef kCFErrorLocalizedFailureKey;
/* why it failed, */
CF_EXPORT const CFStringRef kCFErrorLocalizedFailureReasonKey;
/* what can be done, */
CF_EXPORT const CFStringRef kCFErrorLocalizedRecoverySuggestionKey;
/* a text for developers, */
CF_EXPORT const CFStringRef kCFErrorDescriptionKey;
/* the error behind it, */
CF_EXPORT const CFStringRef kCFErrorUnderlyingErrorKey;
/* a URL, */
CF_EXPORT const CFStringRef kCFErrorURLKey;
/* and a path. */
CF_EXPORT const CFStringRef kCFErrorFilePathKey;

CF_EXPORT CFTypeID CFErrorGetTypeID(void);
/* An error, to be released. */
CF_EXPORT CFErrorRef _Nullable CFErrorCreate(CFAllocatorRef _Nullable allocator, CFErrorDomain domain, CFIndex code,
                                             CFDictionaryRef _Nullable userInfo);
/* An error with a dictionary of these keys and values, to be released. */
CF_EXPORT CFErrorRef _Nullable CFErrorCreateWithUserInfoKeysAndValues(CFAllocatorRef _Nullable allocator,
                                                                      CFErrorDomain domain, CFIndex code,
                                                                      const void *_Nullable const *_Nullable keys,
                                                                      const void *_Nullable const *_Nullable values,
                                                                      CFIndex count);
/* The domain, which belongs to the error. */
CF_EXPORT CFErrorDomain CFErrorGetDomain(CFErrorRef error);
/* The code, an OSStatus for errors of Security. */
CF_EXPORT CFIndex CFErrorGetCode(CFErrorRef error);
/* The dictionary, to be released. */
CF_EXPORT CFDictionaryRef _Nullable CFErrorCopyUserInfo(CFErrorRef error);
/* A sentence about the error, to be released. */
CF_EXPORT CFStringRef _Nullable CFErrorCopyDescription(CFErrorRef error);
/* Why it failed, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFErrorCopyFailureReason(CFErrorRef error);
/* What can be done, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFErrorCopyRecoverySuggestion(CFErrorRef error);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFERROR_H */
