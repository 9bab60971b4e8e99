/* Strings: sequences of UTF-16 code units. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFSTRING_H
#define LATCHKEY_COREFOUNDATION_CFSTRING_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFLocale.h>
#include <stdarg.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* How characters are bytes. */
typedef UInt32 CFStringEncoding;

/* No encoding. */
#define kCFStringEncodingInvalidId (0xffffffffU)

/* The encodings that are always there. */
typedef CF_ENUM(CFStringEncoding, CFStringBuiltInEncodings) {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingWindowsLatin1 = 0x0500,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingNextStepLatin = 0x0B01,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUnicode = 0x0100,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingNonLossyASCII = 0x0BFF,
    kCFStringEncodingUTF16 = 0x0100,
    kCFStringEncodingUTF16BE = 0x10000100,
    kCFStringEncodingUTF16LE = 0x14000100,
    kCFStringEncodingUTF32 = 0x0c000100,
    kCFStringEncodingUTF32BE = 0x18000100,
    kCFStringEncodingUTF32LE = 0x1c000100
};

/* How strings are compared and searched. */
typedef CF_OPTIONS(CFOptionFlags, CFStringCompareFlags) {
    kCFCompareCaseInsensitive = 1,
    kCFCompareBackwards = 4,
    kCFCompareAnchored = 8,
    kCFCompareNonliteral = 16,
    kCFCompareLocalized = 32,
    kCFCompareNumerically = 64,
    kCFCompareDiacriticInsensitive = 128,
    kCFCompareWidthInsensitive = 256,
    kCFCompareForcedOrdering = 512
};

/* The normalisation forms of Unicode. */
typedef CF_ENUM(CFIndex, CFStringNormalizationForm) {
    kCFStringNormalizationFormD = 0,
    kCFStringNormalizationFormKD = 1,
    kCFStringNormalizationFormC = 2,
    kCFStringNormalizationFormKC = 3
};

CF_EXPORT CFTypeID CFStringGetTypeID(void);

/* A string of a text that ends with a zero byte, to be released, or NULL if it is not of that encoding. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithCString(CFAllocatorRef _Nullable allocator, const char *text,
                                                          CFStringEncoding encoding);
/* A string of some bytes, to be released, or NULL if they are not of that encoding. If isExternalRepresentation, a byte
   order mark at the beginning is looked at. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithBytes(CFAllocatorRef _Nullable allocator,
                                                        const UInt8 *_Nullable bytes, CFIndex count,
                                                        CFStringEncoding encoding, Boolean isExternalRepresentation);
/* A string of UTF-16 code units, to be released. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithCharacters(CFAllocatorRef _Nullable allocator,
                                                             const UniChar *_Nullable characters, CFIndex count);
/* As CFStringCreateWithCString(); the text may be kept, and is freed by contentsDeallocator. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithCStringNoCopy(CFAllocatorRef _Nullable allocator, const char *text,
                                                                CFStringEncoding encoding,
                                                                CFAllocatorRef _Nullable contentsDeallocator);
/* As CFStringCreateWithBytes(); the bytes may be kept, and are freed by contentsDeallocator. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithBytesNoCopy(CFAllocatorRef _Nullable allocator, const UInt8 *bytes,
                                                              CFIndex count, CFStringEncoding encoding,
                                                              Boolean isExternalRepresentation,
                                                              CFAllocatorRef _Nullable contentsDeallocator);
/* As CFStringCreateWithCharacters(); the code units may be kept, and are freed by contentsDeallocator. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithCharactersNoCopy(CFAllocatorRef _Nullable allocator,
                                                                   const UniChar *characters, CFIndex count,
                                                                   CFAllocatorRef _Nullable contentsDeallocator);
/* A part of a string, to be released. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithSubstring(CFAllocatorRef _Nullable allocator, CFStringRef string,
                                                            CFRange range);
/* A constant copy, to be released. */
CF_EXPORT CFStringRef _Nullable CFStringCreateCopy(CFAllocatorRef _Nullable allocator, CFStringRef string);
/* A string of a format as printf() has them, with %@ for objects, to be released. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithFormat(CFAllocatorRef _Nullable allocator,
                                                         CFDictionaryRef _Nullable formatOptions, CFStringRef format,
                                                         ...);
/* The same with arguments of a va_list. */
CF_EXPORT CFStringRef _Nullable CFStringCreateWithFormatAndArguments(CFAllocatorRef _Nullable allocator,
                                                                     CFDictionaryRef _Nullable formatOptions,
                                                                     CFStringRef format, va_list arguments);
/* An empty string that can be changed, to be released. maxLength is 0 for no limit. */
CF_EXPORT CFMutableStringRef _Nullable CFStringCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex maxLength);
/* A copy that can be changed, to be released. maxLength is 0 for no limit. */
CF_EXPORT CFMutableStringRef _Nullable CFStringCreateMutableCopy(CFAllocatorRef _Nullable allocator, CFIndex maxLength,
                                                                 CFStringRef string);
/* A string of bytes with or without a byte order mark, to be released, or NULL if they are not of that encoding. */
CF_EXPORT CFStringRef _Nullable CFStringCreateFromExternalRepresentation(CFAllocatorRef _Nullable allocator,
                                                                         CFDataRef data, CFStringEncoding encoding);
/* The bytes of a string, to be released. lossByte stands for what the encoding lacks; with 0 the result is NULL
   then. */
CF_EXPORT CFDataRef _Nullable CFStringCreateExternalRepresentation(CFAllocatorRef _Nullable allocator,
                                                                   CFStringRef string, CFStringEncoding encoding,
                                                                   UInt8 lossByte);

/* The length in UTF-16 code units. */
CF_EXPORT CFIndex CFStringGetLength(CFStringRef string);
/* One code unit. */
CF_EXPORT UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index);
/* Gets the code units of a range, which the buffer has room for. */
CF_EXPORT void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *buffer);
/* Gets the text with a zero byte at its end. False if it does not fit into bufferSize bytes or is not of the
   encoding. */
CF_EXPORT Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex bufferSize, CFStringEncoding encoding);
/* The text with a zero byte at its end if the string has it so, else NULL; then call CFStringGetCString(). It
   belongs to the string. */
CF_EXPORT const char *_Nullable CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding);
/* The code units if the string has them so, else NULL. They belong to the string. */
CF_EXPORT const UniChar *_Nullable CFStringGetCharactersPtr(CFStringRef string);
/* Gets bytes of a range, and in usedBufLen how many. Returns how many code units went into them. A buffer of NULL
   counts. */
CF_EXPORT CFIndex CFStringGetBytes(CFStringRef string, CFRange range, CFStringEncoding encoding, UInt8 lossByte,
                                   Boolean isExternalRepresentation, UInt8 *_Nullable buffer, CFIndex maxBufLen,
                                   CFIndex *_Nullable usedBufLen);
/* The encoding that CFStringGetCStringPtr() may serve. */
CF_EXPORT CFStringEncoding CFStringGetFastestEncoding(CFStringRef string);
/* The encoding of the system. */
CF_EXPORT CFStringEncoding CFStringGetSystemEncoding(void);
/* How many bytes that many code units take at most, without a zero byte; kCFNotFound if it is too many. */
CF_EXPORT CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding);

/* The order of two strings. */
CF_EXPORT CFComparisonResult CFStringCompare(CFStringRef _Nullable string1, CFStringRef _Nullable string2,
                                             CFStringCompareFlags options);
/* The order of a range of the first string and the second. */
CF_EXPORT CFComparisonResult CFStringCompareWithOptions(CFStringRef _Nullable string1, CFStringRef _Nullable string2,
                                                        CFRange range, CFStringCompareFlags options);
/* The place of a string in another, or a range with the location kCFNotFound. */
CF_EXPORT CFRange CFStringFind(CFStringRef string, CFStringRef wanted, CFStringCompareFlags options);
/* Whether a string is found within a range; gets its place. */
CF_EXPORT Boolean CFStringFindWithOptions(CFStringRef string, CFStringRef wanted, CFRange range,
                                          CFStringCompareFlags options, CFRange *_Nullable result);
/* Whether a string begins with another. */
CF_EXPORT Boolean CFStringHasPrefix(CFStringRef string, CFStringRef prefix);
/* Whether a string ends with another. */
CF_EXPORT Boolean CFStringHasSuffix(CFStringRef string, CFStringRef suffix);
/* The strings of an array one after the other with separators between them, to be released. */
CF_EXPORT CFStringRef _Nullable CFStringCreateByCombiningStrings(CFAllocatorRef _Nullable allocator, CFArrayRef strings,
                                                                 CFStringRef separator);
/* An array of the strings between separators, to be released. */
CF_EXPORT CFArrayRef _Nullable CFStringCreateArrayBySeparatingStrings(CFAllocatorRef _Nullable allocator,
                                                                      CFStringRef string, CFStringRef separator);
/* The number that a string begins with, or 0. */
CF_EXPORT SInt32 CFStringGetIntValue(CFStringRef string);
/* The number that a string begins with, or 0. */
CF_EXPORT double CFStringGetDoubleValue(CFStringRef string);

/* Appends a string. */
CF_EXPORT void CFStringAppend(CFMutableStringRef string, CFStringRef appended);
/* Appends UTF-16 code units. */
CF_EXPORT void CFStringAppendCharacters(CFMutableStringRef string, const UniChar *characters, CFIndex count);
/* Appends a text that ends with a zero byte. */
CF_EXPORT void CFStringAppendCString(CFMutableStringRef string, const char *text, CFStringEncoding encoding);
/* Appends what CFStringCreateWithFormat() would make. */
CF_EXPORT void CFStringAppendFormat(CFMutableStringRef string, CFDictionaryRef _Nullable formatOptions,
                                    CFStringRef format, ...);
/* The same with arguments of a va_list. */
CF_EXPORT void CFStringAppendFormatAndArguments(CFMutableStringRef string, CFDictionaryRef _Nullable formatOptions,
                                                CFStringRef format, va_list arguments);
/* Inserts a string before the code unit at index. */
CF_EXPORT void CFStringInsert(CFMutableStringRef string, CFIndex index, CFStringRef inserted);
/* Removes a range. */
CF_EXPORT void CFStringDelete(CFMutableStringRef string, CFRange range);
/* Replaces a range. */
CF_EXPORT void CFStringReplace(CFMutableStringRef string, CFRange range, CFStringRef replacement);
/* Replaces everything. */
CF_EXPORT void CFStringReplaceAll(CFMutableStringRef string, CFStringRef replacement);
/* Replaces a string wherever it is in a range. Returns how often. */
CF_EXPORT CFIndex CFStringFindAndReplace(CFMutableStringRef string, CFStringRef wanted, CFStringRef replacement,
                                         CFRange range, CFStringCompareFlags options);
/* Removes a string at the beginning and at the end as often as it is there. */
CF_EXPORT void CFStringTrim(CFMutableStringRef string, CFStringRef trimmed);
/* Removes white space at the beginning and at the end. */
CF_EXPORT void CFStringTrimWhitespace(CFMutableStringRef string);
/* Makes letters small. */
CF_EXPORT void CFStringLowercase(CFMutableStringRef string, CFLocaleRef _Nullable locale);
/* Makes letters capitals. */
CF_EXPORT void CFStringUppercase(CFMutableStringRef string, CFLocaleRef _Nullable locale);
/* Brings a string into a normalisation form. */
CF_EXPORT void CFStringNormalize(CFMutableStringRef string, CFStringNormalizationForm form);

/* The encoding in the numbers of NSString. */
CF_EXPORT unsigned long CFStringConvertEncodingToNSStringEncoding(CFStringEncoding encoding);
/* An encoding of NSString's numbers, or kCFStringEncodingInvalidId. */
CF_EXPORT CFStringEncoding CFStringConvertNSStringEncodingToEncoding(unsigned long encoding);
/* The encoding of a name of IANA, or kCFStringEncodingInvalidId. */
CF_EXPORT CFStringEncoding CFStringConvertIANACharSetNameToEncoding(CFStringRef name);
/* IANA's name of an encoding, or NULL. It is not to be released. */
CF_EXPORT CFStringRef _Nullable CFStringConvertEncodingToIANACharSetName(CFStringEncoding encoding);

/* Writes the description of an object to standard error. */
CF_EXPORT void CFShow(CFTypeRef _Nullable object);

/*
 * CFSTR("text") is a constant string, not to be released; the text is ASCII or UTF-8, and may have zero bytes in it.
 * What is no UTF-8 is NULL; a compiler that writes the string itself ends it there, with a warning.
 *
 * Inside functions, and from C++11 on everywhere, each place makes its string the first time and keeps it: nothing of
 * how strings are laid out gets into the program. In C and Objective-C this cannot stand outside of functions. There
 * clang does it with -fcf-runtime-abi=swift -DLATCHKEY_CONSTANT_CFSTR: then the compiler writes the string into the
 * program as this library lays it out. Without that flag the compiler's strings have another layout, and crash.
 */
#if defined(LATCHKEY_CONSTANT_CFSTR) && __has_builtin(__builtin___CFStringMakeConstantString)
#define CFSTR(text) ((CFStringRef)__builtin___CFStringMakeConstantString("" text ""))
#elif defined(__cplusplus) && __cplusplus >= 201103L
#define CFSTR(text) \
    ([]() -> CFStringRef { \
        static CFStringRef latchkeyString; \
        return LatchkeyConstantString(&latchkeyString, "" text "", sizeof("" text "") - 1); \
    }())
#else
#define CFSTR(text) \
    (__extension__({ \
        static CFStringRef latchkeyString; \
        LatchkeyConstantString(&latchkeyString, "" text "", sizeof("" text "") - 1); \
    }))
#endif

/* What CFSTR keeps in place, made if it is not there yet. Of two threads one's string is kept, the other's released. */
CF_INLINE CFStringRef LatchkeyConstantString(CFStringRef _Nullable *_Nonnull place, const char *text,
                                             unsigned long count) {
    CFStringRef string = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!string) {
        CFStringRef made = CFStringCreateWithBytes(kCFAllocatorSystemDefault, (const UInt8 *)text, (CFIndex)count,
                                                   kCFStringEncodingUTF8, 0);
        if (__atomic_compare_exchange_n(place, &string, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            string = made;
        } else if (made) {
            CFRelease(made);
        }
    }
    return string;
}

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFSTRING_H */
