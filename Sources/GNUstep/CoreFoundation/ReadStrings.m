// CFString over GNUstep: reading and comparing.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

#include <string.h>

CFIndex CFStringGetLength(CFStringRef string) { return (CFIndex)[(id)string length]; }
UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index) { return [(NSString *)string characterAtIndex:(NSUInteger)index]; }
void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *buffer) { [(NSString *)string getCharacters:buffer range:lk_range(range)]; }

Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex bufferSize, CFStringEncoding encoding) {
    if (string == NULL || buffer == NULL || bufferSize <= 0 || lk_encoding(encoding) == 0) return false;
    // A zero byte in the text would end it for the reader.
    return [(NSString *)string getCString:buffer maxLength:(NSUInteger)bufferSize encoding:lk_encoding(encoding)];
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
    if (string == NULL || lk_encoding(encoding) == 0) return 0;
    if (encoding == kCFStringEncodingUTF16) encoding = kCFStringEncodingUTF16LE;
    if (encoding == kCFStringEncodingUTF32) encoding = kCFStringEncodingUTF32LE;
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    CFIndex taken = 0, used = 0;
    while (taken < range.length) {
        NSRange next = [(NSString *)string rangeOfComposedCharacterSequenceAtIndex:(NSUInteger)(range.location + taken)];
        CFIndex end = (CFIndex)(next.location + next.length) - range.location;
        NSRange part = NSMakeRange((NSUInteger)(range.location + taken), (NSUInteger)((end < range.length ? end : range.length) - taken));
        NSData *bytes = [[(NSString *)string substringWithRange:part] dataUsingEncoding:lk_encoding(encoding) allowLossyConversion:NO];
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
