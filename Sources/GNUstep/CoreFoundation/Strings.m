// CFString over GNUstep: making, and the encodings.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    CFStringEncoding core;
    NSStringEncoding encoding;
    const char *iana;
} encodings[] = {
    {kCFStringEncodingUTF8, NSUTF8StringEncoding, "utf-8"},
    {kCFStringEncodingASCII, NSASCIIStringEncoding, "us-ascii"},
    {kCFStringEncodingUTF16, NSUTF16StringEncoding, "utf-16"},
    {kCFStringEncodingUTF16BE, NSUTF16BigEndianStringEncoding, "utf-16be"},
    {kCFStringEncodingUTF16LE, NSUTF16LittleEndianStringEncoding, "utf-16le"},
    {kCFStringEncodingUTF32, NSUTF32StringEncoding, "utf-32"},
    {kCFStringEncodingUTF32BE, NSUTF32BigEndianStringEncoding, "utf-32be"},
    {kCFStringEncodingUTF32LE, NSUTF32LittleEndianStringEncoding, "utf-32le"},
    {kCFStringEncodingISOLatin1, NSISOLatin1StringEncoding, "iso-8859-1"},
    {kCFStringEncodingWindowsLatin1, NSWindowsCP1252StringEncoding, "windows-1252"},
    {kCFStringEncodingMacRoman, NSMacOSRomanStringEncoding, "macintosh"},
    {kCFStringEncodingNextStepLatin, NSNEXTSTEPStringEncoding, "x-nextstep"},
    {kCFStringEncodingNonLossyASCII, NSNonLossyASCIIStringEncoding, NULL},
};
enum { encoding_count = sizeof encodings / sizeof *encodings };

/// GNUstep's number of an encoding, 0 for one that it does not have.
NSStringEncoding lk_encoding(CFStringEncoding encoding) {
    for (int place = 0; place < encoding_count; place++)
        if (encodings[place].core == encoding) return encodings[place].encoding;
    return 0;
}

unsigned long CFStringConvertEncodingToNSStringEncoding(CFStringEncoding encoding) { return lk_encoding(encoding); }

CFStringEncoding CFStringConvertNSStringEncodingToEncoding(unsigned long encoding) {
    for (int place = 0; place < encoding_count; place++)
        if (encodings[place].encoding == encoding) return encodings[place].core;
    return kCFStringEncodingInvalidId;
}

CFStringEncoding CFStringConvertIANACharSetNameToEncoding(CFStringRef name) {
    const char *text = [[(NSString *)name lowercaseString] UTF8String];
    for (int place = 0; text != NULL && place < encoding_count; place++)
        if (encodings[place].iana != NULL && strcmp(encodings[place].iana, text) == 0) return encodings[place].core;
    return kCFStringEncodingInvalidId;
}

CFStringEncoding CFStringGetSystemEncoding(void) { return kCFStringEncodingUTF8; }

CFStringEncoding CFStringGetFastestEncoding(CFStringRef string) {
    (void)string;
    return kCFStringEncodingUTF16;
}

CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding) {
    // A code unit is at most three bytes of UTF-8; with a mark of the byte order.
    CFIndex most = lk_encoding(encoding) == NSUTF8StringEncoding ? 3 : 4;
    return length < 0 || length > LONG_MAX / most - most ? kCFNotFound : length * most;
}

CFStringRef CFStringCreateWithBytes(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count, CFStringEncoding encoding, Boolean isExternalRepresentation) {
    (void)allocator;
    if (count < 0 || (bytes == NULL && count > 0) || lk_encoding(encoding) == 0) return NULL;
    // Without a mark of the byte order it is the machine's.
    if (!isExternalRepresentation && encoding == kCFStringEncodingUTF16) encoding = kCFStringEncodingUTF16LE;
    if (!isExternalRepresentation && encoding == kCFStringEncodingUTF32) encoding = kCFStringEncodingUTF32LE;
    return (CFStringRef)[[NSString alloc] initWithBytes:bytes length:(NSUInteger)count encoding:lk_encoding(encoding)];
}

CFStringRef CFStringCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count, CFStringEncoding encoding,
                                          Boolean isExternalRepresentation, CFAllocatorRef contentsDeallocator) {
    CFStringRef string = CFStringCreateWithBytes(allocator, bytes, count, encoding, isExternalRepresentation);
    if (string != NULL) lk_free_contents(contentsDeallocator, bytes);
    return string;
}

CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char *text, CFStringEncoding encoding) {
    return text == NULL ? NULL : CFStringCreateWithBytes(allocator, (const UInt8 *)text, (CFIndex)strlen(text), encoding, false);
}

CFStringRef CFStringCreateWithCStringNoCopy(CFAllocatorRef allocator, const char *text, CFStringEncoding encoding, CFAllocatorRef contentsDeallocator) {
    CFStringRef string = CFStringCreateWithCString(allocator, text, encoding);
    if (string != NULL) lk_free_contents(contentsDeallocator, text);
    return string;
}

CFStringRef CFStringCreateWithCharacters(CFAllocatorRef allocator, const UniChar *characters, CFIndex count) {
    (void)allocator;
    if (count < 0 || (characters == NULL && count > 0)) return NULL;
    return (CFStringRef)lk_string(characters, (NSUInteger)count);
}

CFStringRef CFStringCreateWithCharactersNoCopy(CFAllocatorRef allocator, const UniChar *characters, CFIndex count, CFAllocatorRef contentsDeallocator) {
    CFStringRef string = CFStringCreateWithCharacters(allocator, characters, count);
    if (string != NULL) lk_free_contents(contentsDeallocator, characters);
    return string;
}

CFStringRef CFStringCreateWithSubstring(CFAllocatorRef allocator, CFStringRef string, CFRange range) {
    (void)allocator;
    return (CFStringRef)[[(NSString *)string substringWithRange:lk_range(range)] copy];
}

CFStringRef CFStringCreateCopy(CFAllocatorRef allocator, CFStringRef string) {
    (void)allocator;
    return (CFStringRef)[(id)string copy];
}

CFStringRef CFStringCreateWithFormatAndArguments(CFAllocatorRef allocator, CFDictionaryRef formatOptions, CFStringRef format, va_list arguments) {
    (void)allocator, (void)formatOptions;
    return format == NULL ? NULL : (CFStringRef)[[NSString alloc] initWithFormat:(NSString *)format arguments:arguments];
}

CFStringRef CFStringCreateWithFormat(CFAllocatorRef allocator, CFDictionaryRef formatOptions, CFStringRef format, ...) {
    va_list arguments;
    va_start(arguments, format);
    CFStringRef string = CFStringCreateWithFormatAndArguments(allocator, formatOptions, format, arguments);
    va_end(arguments);
    return string;
}

CFStringRef CFStringCreateFromExternalRepresentation(CFAllocatorRef allocator, CFDataRef data, CFStringEncoding encoding) {
    return data == NULL ? NULL : CFStringCreateWithBytes(allocator, CFDataGetBytePtr(data), CFDataGetLength(data), encoding, true);
}

CFDataRef CFStringCreateExternalRepresentation(CFAllocatorRef allocator, CFStringRef string, CFStringEncoding encoding, UInt8 lossByte) {
    (void)allocator;
    return lk_encoding(encoding) == 0 ? NULL : (CFDataRef)[[(NSString *)string dataUsingEncoding:lk_encoding(encoding) allowLossyConversion:lossByte != 0] retain];
}
