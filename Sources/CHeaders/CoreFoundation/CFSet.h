/* Sets: values in no order, each of them once. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFSET_H
#define LATCHKEY_COREFOUNDATION_CFSET_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

typedef const void *_Nullable (*CFSetRetainCallBack)(CFAllocatorRef _Nullable allocator, const void *_Nullable value);
typedef void (*CFSetReleaseCallBack)(CFAllocatorRef _Nullable allocator, const void *_Nullable value);
typedef CFStringRef _Nullable (*CFSetCopyDescriptionCallBack)(const void *_Nullable value);
typedef Boolean (*CFSetEqualCallBack)(const void *_Nullable value1, const void *_Nullable value2);
typedef CFHashCode (*CFSetHashCallBack)(const void *_Nullable value);

/* What a set does with its values. The version is 0. */
typedef struct {
    CFIndex version;
    CFSetRetainCallBack _Nullable retain;
    CFSetReleaseCallBack _Nullable release;
    CFSetCopyDescriptionCallBack _Nullable copyDescription;
    CFSetEqualCallBack _Nullable equal;
    CFSetHashCallBack _Nullable hash;
} CFSetCallBacks;

/* For values that are objects, which the set retains. */
CF_EXPORT const CFSetCallBacks kCFTypeSetCallBacks;
/* For values that are strings, which the set copies. */
CF_EXPORT const CFSetCallBacks kCFCopyStringSetCallBacks;

/* Called with each value. */
typedef void (*CFSetApplierFunction)(const void *_Nullable value, void *_Nullable context);

LATCHKEY_REF(CFSetRef, __CFSet, NSSet);
LATCHKEY_MUTABLE_REF(CFMutableSetRef, __CFSet, NSMutableSet);

CF_EXPORT CFTypeID CFSetGetTypeID(void);
/* A set of some values, to be released. Without callBacks values are compared by their addresses. */
CF_EXPORT CFSetRef _Nullable CFSetCreate(CFAllocatorRef _Nullable allocator, const void *_Nullable *_Nullable values,
                                         CFIndex count, const CFSetCallBacks *_Nullable callBacks);
/* A constant copy, to be released. */
CF_EXPORT CFSetRef _Nullable CFSetCreateCopy(CFAllocatorRef _Nullable allocator, CFSetRef set);
/* An empty set that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableSetRef _Nullable CFSetCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                       const CFSetCallBacks *_Nullable callBacks);
/* A copy that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableSetRef _Nullable CFSetCreateMutableCopy(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                           CFSetRef set);
/* How many values there are. */
CF_EXPORT CFIndex CFSetGetCount(CFSetRef set);
/* Whether there is such a value. */
CF_EXPORT Boolean CFSetContainsValue(CFSetRef set, const void *_Nullable value);
/* The value that is equal to one, which belongs to the set, or NULL. */
CF_EXPORT const void *_Nullable CFSetGetValue(CFSetRef set, const void *_Nullable value);
/* Gets all values, which belong to the set. */
CF_EXPORT void CFSetGetValues(CFSetRef set, const void *_Nullable *_Nullable values);
/* Calls a function with each value. */
CF_EXPORT void CFSetApplyFunction(CFSetRef set, CFSetApplierFunction CF_NOESCAPE applier, void *_Nullable context);
/* Adds a value, unless there is an equal one. */
CF_EXPORT void CFSetAddValue(CFMutableSetRef set, const void *_Nullable value);
/* Adds a value, in place of an equal one. */
CF_EXPORT void CFSetSetValue(CFMutableSetRef set, const void *_Nullable value);
/* Removes a value. */
CF_EXPORT void CFSetRemoveValue(CFMutableSetRef set, const void *_Nullable value);
/* Removes all values. */
CF_EXPORT void CFSetRemoveAllValues(CFMutableSetRef set);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFSET_H */
