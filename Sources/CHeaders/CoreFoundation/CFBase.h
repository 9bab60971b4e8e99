/* The types and calls that all objects of Core Foundation share. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFBASE_H
#define LATCHKEY_COREFOUNDATION_CFBASE_H

#include <MacTypes.h>
#include <CoreFoundation/CFAvailability.h>
#include <stddef.h>
#include <stdint.h>
#if !defined(__cplusplus)
#include <stdbool.h>
#endif

#ifndef CF_EXTERN_C_BEGIN
#if defined(__cplusplus)
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif
#endif

#ifndef CF_EXPORT
#define CF_EXPORT extern
#endif

#ifndef CF_INLINE
#if defined(__GNUC__)
#define CF_INLINE static __inline__
#elif defined(__cplusplus)
#define CF_INLINE static inline
#else
#define CF_INLINE static
#endif
#endif

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

/*
 * Who owns an object. A function with Create or Copy in its name gives the caller an object to release with
 * CFRelease(); one with Get does not. Objects that are given through a pointer are to be released too, unless a
 * comment says otherwise. These marks tell the same to clang's analyser and to automatic reference counting.
 *
 * With LATCHKEY_CGO defined every reference is an integer, as Go's cgo wants it; then there are no marks.
 */
#ifndef CF_RETURNS_RETAINED
#if !defined(LATCHKEY_CGO) && __has_feature(attribute_cf_returns_retained)
#define CF_RETURNS_RETAINED __attribute__((cf_returns_retained))
#else
#define CF_RETURNS_RETAINED
#endif
#endif
#ifndef CF_RETURNS_NOT_RETAINED
#if !defined(LATCHKEY_CGO) && __has_feature(attribute_cf_returns_not_retained)
#define CF_RETURNS_NOT_RETAINED __attribute__((cf_returns_not_retained))
#else
#define CF_RETURNS_NOT_RETAINED
#endif
#endif
#ifndef CF_CONSUMED
#if !defined(LATCHKEY_CGO) && __has_feature(attribute_cf_consumed)
#define CF_CONSUMED __attribute__((cf_consumed))
#else
#define CF_CONSUMED
#endif
#endif
#define CF_RELEASES_ARGUMENT CF_CONSUMED

#if defined(__OBJC__) && __has_feature(objc_arc)
#define CF_AUTOMATED_REFCOUNT_UNAVAILABLE __attribute__((unavailable("not with automatic reference counting")))
#else
#define CF_AUTOMATED_REFCOUNT_UNAVAILABLE
#endif

#if !defined(LATCHKEY_CGO) && __has_feature(arc_cf_code_audited)
#define CF_IMPLICIT_BRIDGING_ENABLED _Pragma("clang arc_cf_code_audited begin")
#define CF_IMPLICIT_BRIDGING_DISABLED _Pragma("clang arc_cf_code_audited end")
#else
#define CF_IMPLICIT_BRIDGING_ENABLED
#define CF_IMPLICIT_BRIDGING_DISABLED
#endif

/* Which class of Objective-C a reference may be cast to. */
#if __has_attribute(objc_bridge) && __has_feature(objc_bridge_id) && __has_feature(objc_bridge_id_on_typedefs)
#define CF_BRIDGED_TYPE(class) __attribute__((objc_bridge(class)))
#define CF_BRIDGED_MUTABLE_TYPE(class) __attribute__((objc_bridge_mutable(class)))
#define CF_RELATED_TYPE(class, from, to) __attribute__((objc_bridge_related(class, from, to)))
#else
#define CF_BRIDGED_TYPE(class)
#define CF_BRIDGED_MUTABLE_TYPE(class)
#define CF_RELATED_TYPE(class, from, to)
#endif

/*
 * Whether a pointer may be NULL: between CF_ASSUME_NONNULL_BEGIN and CF_ASSUME_NONNULL_END it may not, unless it is
 * _Nullable. The pair also keeps clang from saying that these words are its own.
 */
#if defined(LATCHKEY_CGO) || !__has_feature(nullability)
#ifndef _Nullable
#define _Nullable
#endif
#ifndef _Nonnull
#define _Nonnull
#endif
#ifndef _Null_unspecified
#define _Null_unspecified
#endif
#endif
#if !defined(LATCHKEY_CGO) && __has_feature(nullability) && __has_feature(assume_nonnull)
#define CF_ASSUME_NONNULL_BEGIN \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"") \
        _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#endif

#if __has_attribute(noescape)
#define CF_NOESCAPE __attribute__((noescape))
#else
#define CF_NOESCAPE
#endif
#if defined(__GNUC__)
#define CF_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#else
#define CF_WARN_UNUSED_RESULT
#endif
#define CF_SWIFT_NAME(name)
#define CF_REFINED_FOR_SWIFT
#define CF_FORMAT_FUNCTION(format, arguments)
#define CF_FORMAT_ARGUMENT(format)

/* Declares a type of references to objects: constant, mutable, and one that is neither. */
#if defined(LATCHKEY_CGO)
#define LATCHKEY_REF(name, tag, class) typedef uintptr_t name
#define LATCHKEY_MUTABLE_REF(name, tag, class) typedef uintptr_t name
#define LATCHKEY_OPAQUE_REF(name, tag, class) typedef uintptr_t name
#else
#define LATCHKEY_REF(name, tag, class) typedef const struct CF_BRIDGED_TYPE(class) tag *name
#define LATCHKEY_MUTABLE_REF(name, tag, class) typedef struct CF_BRIDGED_MUTABLE_TYPE(class) tag *name
#define LATCHKEY_OPAQUE_REF(name, tag, class) typedef struct CF_BRIDGED_TYPE(class) tag *name
#endif

/* The number of a type of objects. It may differ from run to run. */
typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;
/* A number of elements or bytes, or a place among them. */
typedef signed long CFIndex;

/* Any object. */
#if defined(LATCHKEY_CGO)
typedef uintptr_t CFTypeRef;
typedef uintptr_t CFPropertyListRef;
#else
typedef const CF_BRIDGED_TYPE(id) void *CFTypeRef;
/* A string, data, number, boolean, date, array or dictionary. */
typedef CF_BRIDGED_TYPE(id) CFTypeRef CFPropertyListRef;
#endif

LATCHKEY_REF(CFStringRef, __CFString, NSString);
LATCHKEY_MUTABLE_REF(CFMutableStringRef, __CFString, NSMutableString);
LATCHKEY_REF(CFNullRef, __CFNull, NSNull);
LATCHKEY_REF(CFAllocatorRef, __CFAllocator, id);

/* The order of two values. */
typedef CF_ENUM(CFIndex, CFComparisonResult) {
    kCFCompareLessThan = -1,
    kCFCompareEqualTo = 0,
    kCFCompareGreaterThan = 1
};

/* What a search that found nothing gives. */
#if defined(__GNUC__)
__attribute__((unused))
#endif
static const CFIndex kCFNotFound = -1;

/* A place and a length. */
typedef struct {
    CFIndex location;
    CFIndex length;
} CFRange;

/* The range of these two numbers. */
CF_INLINE CFRange CFRangeMake(CFIndex location, CFIndex length) {
    CFRange range;
    range.location = location;
    range.length = length;
    return range;
}

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* Compares two values for a sort or a search. */
typedef CFComparisonResult (*CFComparatorFunction)(const void *_Nullable value1, const void *_Nullable value2,
                                                   void *_Nullable context);

/* The type of the object that stands for nothing in arrays and dictionaries. */
CF_EXPORT CFTypeID CFNullGetTypeID(void);
/* The only object of its type. */
CF_EXPORT const CFNullRef kCFNull;

/* NULL: the allocator that CFAllocatorGetDefault() gives. */
CF_EXPORT const CFAllocatorRef kCFAllocatorDefault;
/* The allocator of the system. */
CF_EXPORT const CFAllocatorRef kCFAllocatorSystemDefault;
/* malloc(), realloc() and free(); as a deallocator it frees with free(). */
CF_EXPORT const CFAllocatorRef kCFAllocatorMalloc;
/* The same here. */
CF_EXPORT const CFAllocatorRef kCFAllocatorMallocZone;
/* Allocates and frees nothing; as a deallocator it leaves the memory with the caller. */
CF_EXPORT const CFAllocatorRef kCFAllocatorNull;

CF_EXPORT CFTypeID CFAllocatorGetTypeID(void);
/* Makes an allocator what this thread uses for NULL. It is never freed afterwards. */
CF_EXPORT void CFAllocatorSetDefault(CFAllocatorRef _Nullable allocator);
/* What this thread uses for NULL. */
CF_EXPORT CFAllocatorRef CFAllocatorGetDefault(void);
/* Memory of size bytes, or NULL. */
CF_EXPORT void *_Nullable CFAllocatorAllocate(CFAllocatorRef _Nullable allocator, CFIndex size, CFOptionFlags hint);
/* Frees memory of CFAllocatorAllocate(). */
CF_EXPORT void CFAllocatorDeallocate(CFAllocatorRef _Nullable allocator, void *_Nullable memory);

/* The type of an object. */
CF_EXPORT CFTypeID CFGetTypeID(CFTypeRef object);
/* The name of a type, to be released. */
CF_EXPORT CFStringRef _Nullable CFCopyTypeIDDescription(CFTypeID type);
/* Takes part in owning an object, and returns it. NULL ends the program. */
CF_EXPORT CFTypeRef CFRetain(CFTypeRef object);
/* Gives up a part in owning an object; the last one frees it. NULL ends the program. */
CF_EXPORT void CFRelease(CFTypeRef object);
/* Whether two objects have the same type and content. */
CF_EXPORT Boolean CFEqual(CFTypeRef object1, CFTypeRef object2);
/* A number that is the same for objects that are equal. */
CF_EXPORT CFHashCode CFHash(CFTypeRef object);
/* A text about an object for developers, to be released. It holds no secrets of keys, but the bytes of data. */
CF_EXPORT CFStringRef _Nullable CFCopyDescription(CFTypeRef object);
/* The allocator of an object. It is not to be released. */
CF_EXPORT CFAllocatorRef CFGetAllocator(CFTypeRef object);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFBASE_H */
