// CFString over GNUstep: making, reading and comparing.
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
static NSStringEncoding of(CFStringEncoding encoding) {
    for (int place = 0; place < encoding_count; place++)
        if (encodings[place].core == encoding) return encodings[place].encoding;
    return 0;
}

unsigned long CFStringConvertEncodingToNSStringEncoding(CFStringEncoding encoding) { return of(encoding); }

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
    CFIndex most = of(encoding) == NSUTF8StringEncoding ? 3 : 4;
    return length < 0 || length > LONG_MAX / most - most ? kCFNotFound : length * most;
}

CFStringRef CFStringCreateWithBytes(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count, CFStringEncoding encoding, Boolean isExternalRepresentation) {
    (void)allocator;
    if (count < 0 || (bytes == NULL && count > 0) || of(encoding) == 0) return NULL;
    // Without a mark of the byte order it is the machine's.
    if (!isExternalRepresentation && encoding == kCFStringEncodingUTF16) encoding = kCFStringEncodingUTF16LE;
    if (!isExternalRepresentation && encoding == kCFStringEncodingUTF32) encoding = kCFStringEncodingUTF32LE;
    return (CFStringRef)[[NSString alloc] initWithBytes:bytes length:(NSUInteger)count encoding:of(encoding)];
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
    return of(encoding) == 0 ? NULL : (CFDataRef)[[(NSString *)string dataUsingEncoding:of(encoding) allowLossyConversion:lossByte != 0] retain];
}

CFIndex CFStringGetLength(CFStringRef string) { return (CFIndex)[(id)string length]; }
UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index) { return [(NSString *)string characterAtIndex:(NSUInteger)index]; }
void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *buffer) { [(NSString *)string getCharacters:buffer range:lk_range(range)]; }

Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex bufferSize, CFStringEncoding encoding) {
    if (string == NULL || buffer == NULL || bufferSize <= 0 || of(encoding) == 0) return false;
    // A zero byte in the text would end it for the reader.
    return [(NSString *)string getCString:buffer maxLength:(NSUInteger)bufferSize encoding:of(encoding)];
}

// No string of GNUstep promises how it keeps its characters.
const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding) {
    (void)string, (void)encoding;
    return NULL;
}

const UniChar *CFStringGetCharactersPtr(CFStringRef string) {
    (void)string;
    return NULL;
}

CFIndex CFStringGetBytes(CFStringRef string, CFRange range, CFStringEncoding encoding, UInt8 lossByte, Boolean isExternalRepresentation,
                         UInt8 *buffer, CFIndex maxBufLen, CFIndex *usedBufLen) {
    (void)isExternalRepresentation;
    if (usedBufLen != NULL) *usedBufLen = 0;
    if (string == NULL || of(encoding) == 0) return 0;
    if (encoding == kCFStringEncodingUTF16) encoding = kCFStringEncodingUTF16LE;
    if (encoding == kCFStringEncodingUTF32) encoding = kCFStringEncodingUTF32LE;
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    CFIndex taken = 0, used = 0;
    while (taken < range.length) {
        NSRange next = [(NSString *)string rangeOfComposedCharacterSequenceAtIndex:(NSUInteger)(range.location + taken)];
        CFIndex end = (CFIndex)(next.location + next.length) - range.location;
        NSRange part = NSMakeRange((NSUInteger)(range.location + taken), (NSUInteger)((end < range.length ? end : range.length) - taken));
        NSData *bytes = [[(NSString *)string substringWithRange:part] dataUsingEncoding:of(encoding) allowLossyConversion:NO];
        const void *from = bytes == nil && lossByte != 0 ? &lossByte : [bytes bytes];
        CFIndex count = bytes == nil && lossByte != 0 ? 1 : (CFIndex)[bytes length];
        if (count == 0 || (buffer != NULL && used + count > maxBufLen)) break;
        if (buffer != NULL) memcpy(buffer + used, from, (size_t)count);
        used += count;
        taken += (CFIndex)part.length;
    }
    if (usedBufLen != NULL) *usedBufLen = used;
    [pool release];
    return taken;
}

/// GNUstep has the same bits for the options that it knows.
static NSStringCompareOptions options_of(CFStringCompareFlags options, Boolean is_search) {
    NSStringCompareOptions made = options & (NSCaseInsensitiveSearch | NSNumericSearch | NSDiacriticInsensitiveSearch | NSWidthInsensitiveSearch);
    if (is_search) made |= options & (NSBackwardsSearch | NSAnchoredSearch);
    // Numbers are only seen by the comparison that is not literal.
    return options & (kCFCompareNonliteral | kCFCompareNumerically) ? made : made | NSLiteralSearch;
}

CFComparisonResult CFStringCompareWithOptions(CFStringRef string1, CFStringRef string2, CFRange range, CFStringCompareFlags options) {
    if (string1 == NULL || string2 == NULL) return string1 == string2 ? kCFCompareEqualTo : string1 == NULL ? kCFCompareLessThan : kCFCompareGreaterThan;
    return (CFComparisonResult)[(NSString *)string1 compare:(NSString *)string2 options:options_of(options, false) range:lk_range(range)];
}

CFComparisonResult CFStringCompare(CFStringRef string1, CFStringRef string2, CFStringCompareFlags options) {
    return CFStringCompareWithOptions(string1, string2, CFRangeMake(0, CFStringGetLength(string1)), options);
}

Boolean CFStringFindWithOptions(CFStringRef string, CFStringRef wanted, CFRange range, CFStringCompareFlags options, CFRange *result) {
    if (string == NULL || wanted == NULL || CFStringGetLength(wanted) == 0) return false;
    NSRange found = [(NSString *)string rangeOfString:(NSString *)wanted options:options_of(options, true) range:lk_range(range)];
    if (found.location == NSNotFound || found.length == 0) return false;
    if (result != NULL) *result = CFRangeMake((CFIndex)found.location, (CFIndex)found.length);
    return true;
}

CFRange CFStringFind(CFStringRef string, CFStringRef wanted, CFStringCompareFlags options) {
    CFRange found = CFRangeMake(kCFNotFound, 0);
    CFStringFindWithOptions(string, wanted, CFRangeMake(0, CFStringGetLength(string)), options, &found);
    return found;
}

Boolean CFStringHasPrefix(CFStringRef string, CFStringRef prefix) { return prefix != NULL && [(NSString *)string hasPrefix:(NSString *)prefix]; }
Boolean CFStringHasSuffix(CFStringRef string, CFStringRef suffix) { return suffix != NULL && [(NSString *)string hasSuffix:(NSString *)suffix]; }
SInt32 CFStringGetIntValue(CFStringRef string) { return [(NSString *)string intValue]; }
double CFStringGetDoubleValue(CFStringRef string) { return [(NSString *)string doubleValue]; }

CFStringRef CFStringCreateByCombiningStrings(CFAllocatorRef allocator, CFArrayRef strings, CFStringRef separator) {
    (void)allocator;
    return separator == NULL ? NULL : (CFStringRef)[[(NSArray *)strings componentsJoinedByString:(NSString *)separator] copy];
}

CFArrayRef CFStringCreateArrayBySeparatingStrings(CFAllocatorRef allocator, CFStringRef string, CFStringRef separator) {
    (void)allocator;
    return separator == NULL ? NULL : (CFArrayRef)[[(NSString *)string componentsSeparatedByString:(NSString *)separator] mutableCopy];
}
