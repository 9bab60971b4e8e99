/* Universally unique identifiers (RFC 9562). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFUUID_H
#define LATCHKEY_COREFOUNDATION_CFUUID_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFUUIDRef, __CFUUID, id);

/* The 16 bytes, as they stand in the text from left to right. */
typedef struct {
    UInt8 byte0;
    UInt8 byte1;
    UInt8 byte2;
    UInt8 byte3;
    UInt8 byte4;
    UInt8 byte5;
    UInt8 byte6;
    UInt8 byte7;
    UInt8 byte8;
    UInt8 byte9;
    UInt8 byte10;
    UInt8 byte11;
    UInt8 byte12;
    UInt8 byte13;
    UInt8 byte14;
    UInt8 byte15;
} CFUUIDBytes;

CF_EXPORT CFTypeID CFUUIDGetTypeID(void);
/* A new identifier of random bytes, to be released. */
CF_EXPORT CFUUIDRef _Nullable CFUUIDCreate(CFAllocatorRef _Nullable allocator);
/* The identifier of these bytes, to be released. */
CF_EXPORT CFUUIDRef _Nullable CFUUIDCreateWithBytes(CFAllocatorRef _Nullable allocator, UInt8 byte0, UInt8 byte1,
                                                    UInt8 byte2, UInt8 byte3, UInt8 byte4, UInt8 byte5, UInt8 byte6,
                                                    UInt8 byte7, UInt8 byte8, UInt8 byte9, UInt8 byte10, UInt8 byte11,
                                                    UInt8 byte12, UInt8 byte13, UInt8 byte14, UInt8 byte15);
/* The identifier of a text such as 68753A44-4D6F-1226-9C60-0050E4C00067, to be released, or NULL. */
CF_EXPORT CFUUIDRef _Nullable CFUUIDCreateFromString(CFAllocatorRef _Nullable allocator, CFStringRef text);
/* The text of an identifier, to be released. */
CF_EXPORT CFStringRef _Nullable CFUUIDCreateString(CFAllocatorRef _Nullable allocator, CFUUIDRef identifier);
/* The bytes of an identifier. */
CF_EXPORT CFUUIDBytes CFUUIDGetUUIDBytes(CFUUIDRef identifier);
/* The identifier of these bytes, to be released. */
CF_EXPORT CFUUIDRef _Nullable CFUUIDCreateFromUUIDBytes(CFAllocatorRef _Nullable allocator, CFUUIDBytes bytes);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFUUID_H */
