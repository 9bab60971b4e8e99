/* The basic types of Apple's C interfaces. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_MACTYPES_H
#define LATCHKEY_MACTYPES_H

#include <stddef.h>
#include <stdint.h>

/* A truth value of one byte. It is C's own boolean, as in the library, so it cannot be anything but 0 and 1. */
#if defined(LATCHKEY_CGO)
typedef unsigned char Boolean;
#elif defined(__cplusplus)
typedef bool Boolean;
#elif defined(__GNUC__)
__extension__ typedef _Bool Boolean;
#else
typedef _Bool Boolean;
#endif

typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef UInt8 Byte;
typedef SInt8 SignedByte;
typedef float Float32;
typedef double Float64;

/* A result code: 0 is success. */
typedef SInt32 OSStatus;
/* A result code of the oldest calls. */
typedef SInt16 OSErr;
/* Four characters as one number, the first one in its highest byte. */
typedef UInt32 FourCharCode;
typedef FourCharCode OSType;

/* A code unit of UTF-16, and how many there are. */
typedef UInt16 UniChar;
typedef unsigned long UniCharCount;
typedef UInt32 UTF32Char;
typedef UInt16 UTF16Char;
typedef UInt8 UTF8Char;

/* Pascal strings: a byte with the length, then the characters. */
typedef unsigned char Str255[256];
typedef unsigned char *StringPtr;
typedef const unsigned char *ConstStringPtr;
typedef const unsigned char *ConstStr255Param;

typedef SInt16 LangCode;
typedef SInt16 RegionCode;
typedef SInt16 ScriptCode;

enum {
    /* Success. */
    noErr = 0
};

#endif /* LATCHKEY_MACTYPES_H */
