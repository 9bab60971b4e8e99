/* Arrays: sequences of objects, or of any pointers. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFARRAY_H
#define LATCHKEY_COREFOUNDATION_CFARRAY_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

typedef const void *_Nullable (*CFArrayRetainCallBack)(CFAllocatorRef _Nullable allocator, const void *_Nullable value);
typedef void (*CFArrayReleaseCallBack)(CFAllocatorRef _Nullable allocator, const void *_Nullable value);
typedef CFStringRef _Nullable (*CFArrayCopyDescriptionCallBack)(const void *_Nullable value);
typedef Boolean (*CFArrayEqualCallBack)(const void *_Nullable value1, const void *_Nullable value2);

/* What an array does with its values. The version is 0. */
typedef struct {
    CFIndex version;
    CFArrayRetainCallBack _Nullable retain;
    CFArrayReleaseCallBack _Nullable release;
    CFArrayCopyDescriptionCallBack _Nullable copyDescription;
    CFArrayEqualCallBack _Nullable equal;
} CFArrayCallBacks;

/* For values that are objects, which the array retains. */
CF_EXPORT const CFArrayCallBacks kCFTypeArrayCallBacks;

/* Called with each value. */
typedef void (*CFArrayApplierFunction)(const void *_Nullable value, void *_Nullable context);

LATCHKEY_REF(CFArrayRef, __CFArray, NSArray);
LATCHKEY_MUTABLE_REF(CFMutableArrayRef, __CFArray, NSMutableArray);

CF_EXPORT CFTypeID CFArrayGetTypeID(void);
/* An array of some values, to be released. Without callBacks the values are pointers that it does not look into; the
   calls of Security want objects. */
CF_EXPORT CFArrayRef _Nullable CFArrayCreate(CFAllocatorRef _Nullable allocator,
                                             const void *_Nullable *_Nullable values, CFIndex count,
                                             const CFArrayCallBacks *_Nullable callBacks);
/* A constant copy, to be released. */
CF_EXPORT CFArrayRef _Nullable CFArrayCreateCopy(CFAllocatorRef _Nullable allocator, CFArrayRef array);
/* An empty array that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableArrayRef _Nullable CFArrayCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                           const CFArrayCallBacks *_Nullable callBacks);
/* A copy that can be changed, to be released. The capacity is a hint, or 0. */
CF_EXPORT CFMutableArrayRef _Nullable CFArrayCreateMutableCopy(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                               CFArrayRef array);
/* How many values there are. */
CF_EXPORT CFIndex CFArrayGetCount(CFArrayRef array);
/* Whether a value is in a range. */
CF_EXPORT Boolean CFArrayContainsValue(CFArrayRef array, CFRange range, const void *_Nullable value);
/* One value, which belongs to the array. */
CF_EXPORT const void *_Nullable CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index);
/* Gets the values of a range, which belong to the array. */
CF_EXPORT void CFArrayGetValues(CFArrayRef array, CFRange range, const void *_Nullable *_Nonnull values);
/* Calls a function with each value of a range. */
CF_EXPORT void CFArrayApplyFunction(CFArrayRef array, CFRange range, CFArrayApplierFunction CF_NOESCAPE applier,
                                    void *_Nullable context);
/* The index of the first such value in a range, or kCFNotFound. */
CF_EXPORT CFIndex CFArrayGetFirstIndexOfValue(CFArrayRef array, CFRange range, const void *_Nullable value);
/* Appends a value. */
CF_EXPORT void CFArrayAppendValue(CFMutableArrayRef array, const void *_Nullable value);
/* Inserts a value before the one at index. */
CF_EXPORT void CFArrayInsertValueAtIndex(CFMutableArrayRef array, CFIndex index, const void *_Nullable value);
/* Replaces a value. */
CF_EXPORT void CFArraySetValueAtIndex(CFMutableArrayRef array, CFIndex index, const void *_Nullable value);
/* Removes a value. */
CF_EXPORT void CFArrayRemoveValueAtIndex(CFMutableArrayRef array, CFIndex index);
/* Removes all values. */
CF_EXPORT void CFArrayRemoveAllValues(CFMutableArrayRef array);
/* Sorts a range. */
CF_EXPORT void CFArraySortValues(CFMutableArrayRef array, CFRange range, CFComparatorFunction comparator,
                                 void *_Nullable context);
/* Appends a range of another array. */
CF_EXPORT void CFArrayAppendArray(CFMutableArrayRef array, CFArrayRef other, CFRange range);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFARRAY_H */
