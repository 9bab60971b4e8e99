/* Numbers and booleans. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFNUMBER_H
#define LATCHKEY_COREFOUNDATION_CFNUMBER_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFBooleanRef, __CFBoolean, NSNumber);
LATCHKEY_REF(CFNumberRef, __CFNumber, NSNumber);

/* The two booleans. */
CF_EXPORT const CFBooleanRef kCFBooleanTrue;
CF_EXPORT const CFBooleanRef kCFBooleanFalse;

CF_EXPORT CFTypeID CFBooleanGetTypeID(void);
/* Whether a boolean is kCFBooleanTrue. */
CF_EXPORT Boolean CFBooleanGetValue(CFBooleanRef boolean);

/* The type in C that a number has, or is to be given as. */
typedef CF_ENUM(CFIndex, CFNumberType) {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type = 2,
    kCFNumberSInt32Type = 3,
    kCFNumberSInt64Type = 4,
    kCFNumberFloat32Type = 5,
    kCFNumberFloat64Type = 6,
    kCFNumberCharType = 7,
    kCFNumberShortType = 8,
    kCFNumberIntType = 9,
    kCFNumberLongType = 10,
    kCFNumberLongLongType = 11,
    kCFNumberFloatType = 12,
    kCFNumberDoubleType = 13,
    kCFNumberCFIndexType = 14,
    kCFNumberNSIntegerType = 15,
    kCFNumberCGFloatType = 16,
    kCFNumberMaxType = 16
};

/* Numbers that only floating point has. */
CF_EXPORT const CFNumberRef kCFNumberPositiveInfinity;
CF_EXPORT const CFNumberRef kCFNumberNegativeInfinity;
CF_EXPORT const CFNumberRef kCFNumberNaN;

CF_EXPORT CFTypeID CFNumberGetTypeID(void);
/* A number of the value at an address, to be released. */
CF_EXPORT CFNumberRef _Nullable CFNumberCreate(CFAllocatorRef _Nullable allocator, CFNumberType type,
                                               const void *value);
/* The type that keeps a number without a loss. */
CF_EXPORT CFNumberType CFNumberGetType(CFNumberRef number);
/* How many bytes a value of that type has. */
CF_EXPORT CFIndex CFNumberGetByteSize(CFNumberRef number);
/* Whether the type is one of floating point. */
CF_EXPORT Boolean CFNumberIsFloatType(CFNumberRef number);
/* Gets a number as a type. False if something of it was lost. */
CF_EXPORT Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value);
/* The order of two numbers. The context is NULL. */
CF_EXPORT CFComparisonResult CFNumberCompare(CFNumberRef number, CFNumberRef other, void *_Nullable context);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFNUMBER_H */
