/* Dictionaries: values by keys. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFDICTIONARY_H
#define LATCHKEY_COREFOUNDATION_CFDICTIONARY_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

typedef const void *_Nullable (*CFDictionaryRetainCallBack)(CFAllocatorRef _Nullable allocator,
                                                            const void *_Nullable value);
typedef void (*CFDictionaryReleaseCallBack)(CFAllocatorRef _Nullable allocator, const void *_Nullable value);
typedef CFStringRef _Nullable (*CFDictionaryCopyDescriptionCallBack)(const void *_Nullable value);
typedef Boolean (*CFDictionaryEqualCallBack)(const void *_Nullable value1, const void *_Nullable value2);
typedef CFHashCode (*CFDictionaryHashCallBack)(const void *_Nullable value);

/* What a dictionary does with its keys. The version is 0. */
typedef struct {
    CFIndex version;
    CFDictionaryRetainCallBack _Nullable retain;
    CFDictionaryReleaseCallBack _Nullable release;
    CFDictionaryCopyDescriptionCallBack _Nullable copyDescription;
    CFDictionaryEqualCallBack _Nullable equal;
    CFDictionaryHashCallBack _Nullable hash;
} CFDictionaryKeyCallBacks;

/* What a dictionary does with its values. The version is 0. */
typedef struct {
    CFIndex version;
    CFDictionaryRetainCallBack _Nullable retain;
    CFDictionaryReleaseCallBack _Nullable release;
    CFDictionaryCopyDescriptionCallBack _Nullable copyDescription;
    CFDictionaryEqualCallBack _Nullable equal;
} CFDictionaryValueCallBacks;

/* For keys that are objects, which the dictionary retains. */
CF_EXPORT const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
/* For keys that are strings, which the dictionary copies. */
CF_EXPORT const CFDictionaryKeyCallBacks kCFCopyStringDictionaryKeyCallBacks;
/* For values that are objects, which the dictionary retains. */
CF_EXPORT const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;

/* Called with each key and its value. */
typedef void (*CFDictionaryApplierFunction)(const void *_Nullable key, const void *_Nullable value,
                                            void *_Nullable context);

LATCHKEY_REF(CFDictionaryRef, __CFDictionary, NSDictionary);
LATCHKEY_MUTABLE_REF(CFMutableDictionaryRef, __CFDictionary, NSMutableDictionary);

CF_EXPORT CFTypeID CFDictionaryGetTypeID(void);
/* A dictionary of some keys and values, to be released. Without callbacks keys are compared by their addresses, and
   nothing is retained. */
CF_EXPORT CFDictionaryRef _Nullable CFDictionaryCreate(CFAllocatorRef _Nullable allocator,
                                                       const void *_Nullable *_Nullable keys,
                                                       const void *_Nullable *_Nullable values, CFIndex count,
                                                       const CFDictionaryKeyCallBacks *_Nullable keyCallBacks,
                                                       const CFDictionaryValueCallBacks *_Nullable valueCallBacks);
/* A constant copy, to be released. */
CF_EXPORT CFDictionaryRef _Nullable CFDictionaryCreateCopy(CFAllocatorRef _Nullable allocator,
                                                           CFDictionaryRef dictionary);
/* An empty dictionary that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableDictionaryRef _Nullable CFDictionaryCreateMutable(
    CFAllocatorRef _Nullable allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *_Nullable keyCallBacks,
    const CFDictionaryValueCallBacks *_Nullable valueCallBacks);
/* A copy that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableDictionaryRef _Nullable CFDictionaryCreateMutableCopy(CFAllocatorRef _Nullable allocator,
                                                                         CFIndex capacity, CFDictionaryRef dictionary);
/* How many keys there are. */
CF_EXPORT CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary);
/* 1 if there is such a key, else 0. */
CF_EXPORT CFIndex CFDictionaryGetCountOfKey(CFDictionaryRef dictionary, const void *_Nullable key);
/* Whether there is such a key. */
CF_EXPORT Boolean CFDictionaryContainsKey(CFDictionaryRef dictionary, const void *_Nullable key);
/* Whether a key has the value. */
CF_EXPORT Boolean CFDictionaryContainsValue(CFDictionaryRef dictionary, const void *_Nullable value);
/* The value of a key, which belongs to the dictionary, or NULL. */
CF_EXPORT const void *_Nullable CFDictionaryGetValue(CFDictionaryRef dictionary, const void *_Nullable key);
/* Whether there is such a key; gets its value, which belongs to the dictionary. */
CF_EXPORT Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef dictionary, const void *_Nullable key,
                                                const void *_Nullable *_Nullable value);
/* Gets all keys and values, in the same order. They belong to the dictionary. */
CF_EXPORT void CFDictionaryGetKeysAndValues(CFDictionaryRef dictionary, const void *_Nullable *_Nullable keys,
                                            const void *_Nullable *_Nullable values);
/* Calls a function with each key and its value. */
CF_EXPORT void CFDictionaryApplyFunction(CFDictionaryRef dictionary, CFDictionaryApplierFunction CF_NOESCAPE applier,
                                         void *_Nullable context);
/* Adds a value, unless the key has one. */
CF_EXPORT void CFDictionaryAddValue(CFMutableDictionaryRef dictionary, const void *_Nullable key,
                                    const void *_Nullable value);
/* Sets the value of a key. */
CF_EXPORT void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *_Nullable key,
                                    const void *_Nullable value);
/* Replaces the value of a key that has one. */
CF_EXPORT void CFDictionaryReplaceValue(CFMutableDictionaryRef dictionary, const void *_Nullable key,
                                        const void *_Nullable value);
/* Removes a key and its value. */
CF_EXPORT void CFDictionaryRemoveValue(CFMutableDictionaryRef dictionary, const void *_Nullable key);
/* Removes all keys. */
CF_EXPORT void CFDictionaryRemoveAllValues(CFMutableDictionaryRef dictionary);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFDICTIONARY_H */
