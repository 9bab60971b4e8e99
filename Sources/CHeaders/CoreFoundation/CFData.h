/* Data: sequences of bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFDATA_H
#define LATCHKEY_COREFOUNDATION_CFDATA_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFDataRef, __CFData, NSData);
LATCHKEY_MUTABLE_REF(CFMutableDataRef, __CFData, NSMutableData);

CF_EXPORT CFTypeID CFDataGetTypeID(void);
/* Data with a copy of some bytes, to be released. */
CF_EXPORT CFDataRef _Nullable CFDataCreate(CFAllocatorRef _Nullable allocator, const UInt8 *_Nullable bytes,
                                           CFIndex length);
/* Data that keeps the bytes themselves, which bytesDeallocator frees, to be released. */
CF_EXPORT CFDataRef _Nullable CFDataCreateWithBytesNoCopy(CFAllocatorRef _Nullable allocator,
                                                          const UInt8 *_Nullable bytes, CFIndex length,
                                                          CFAllocatorRef _Nullable bytesDeallocator);
/* A constant copy, to be released. */
CF_EXPORT CFDataRef _Nullable CFDataCreateCopy(CFAllocatorRef _Nullable allocator, CFDataRef data);
/* Empty data that can be changed, to be released. A capacity of 0 is no limit. */
CF_EXPORT CFMutableDataRef _Nullable CFDataCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex capacity);
/* A copy that can be changed, to be released. A capacity of 0 is no limit. */
CF_EXPORT CFMutableDataRef _Nullable CFDataCreateMutableCopy(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                             CFDataRef data);
/* How many bytes there are. */
CF_EXPORT CFIndex CFDataGetLength(CFDataRef data);
/* The bytes, which belong to the data. There is no zero byte behind them. */
CF_EXPORT const UInt8 *_Nullable CFDataGetBytePtr(CFDataRef data);
/* The bytes, which may be written to and belong to the data, until its length changes. */
CF_EXPORT UInt8 *_Nullable CFDataGetMutableBytePtr(CFMutableDataRef data);
/* Gets the bytes of a range, which the buffer has room for. */
CF_EXPORT void CFDataGetBytes(CFDataRef data, CFRange range, UInt8 *buffer);
/* Sets how many bytes there are. New ones are 0. */
CF_EXPORT void CFDataSetLength(CFMutableDataRef data, CFIndex length);
/* Appends bytes of 0. */
CF_EXPORT void CFDataIncreaseLength(CFMutableDataRef data, CFIndex extraLength);
/* Appends a copy of some bytes. */
CF_EXPORT void CFDataAppendBytes(CFMutableDataRef data, const UInt8 *_Nullable bytes, CFIndex length);
/* Replaces a range with a copy of some bytes. */
CF_EXPORT void CFDataReplaceBytes(CFMutableDataRef data, CFRange range, const UInt8 *_Nullable bytes, CFIndex length);
/* Removes a range. */
CF_EXPORT void CFDataDeleteBytes(CFMutableDataRef data, CFRange range);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFDATA_H */
