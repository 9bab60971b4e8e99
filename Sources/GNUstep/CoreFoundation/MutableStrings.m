// CFString over GNUstep: changing.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

CFMutableStringRef CFStringCreateMutable(CFAllocatorRef allocator, CFIndex maxLength) {
    (void)allocator, (void)maxLength;
    return (CFMutableStringRef)[[NSMutableString alloc] init];
}

CFMutableStringRef CFStringCreateMutableCopy(CFAllocatorRef allocator, CFIndex maxLength, CFStringRef string) {
    (void)allocator, (void)maxLength;
    return (CFMutableStringRef)[(id)string mutableCopy];
}

void CFStringAppend(CFMutableStringRef string, CFStringRef appended) {
    if (appended != NULL) [(NSMutableString *)string appendString:(NSString *)appended];
}

/// Appends a string that was made for this.
static void append_made(CFMutableStringRef string, CFStringRef made) {
    CFStringAppend(string, made);
    [(id)made release];
}

void CFStringAppendCharacters(CFMutableStringRef string, const UniChar *characters, CFIndex count) {
    append_made(string, CFStringCreateWithCharacters(NULL, characters, count));
}

void CFStringAppendCString(CFMutableStringRef string, const char *text, CFStringEncoding encoding) {
    append_made(string, CFStringCreateWithCString(NULL, text, encoding));
}

void CFStringAppendFormatAndArguments(CFMutableStringRef string, CFDictionaryRef formatOptions, CFStringRef format, va_list arguments) {
    append_made(string, CFStringCreateWithFormatAndArguments(NULL, formatOptions, format, arguments));
}

void CFStringAppendFormat(CFMutableStringRef string, CFDictionaryRef formatOptions, CFStringRef format, ...) {
    va_list arguments;
    va_start(arguments, format);
    CFStringAppendFormatAndArguments(string, formatOptions, format, arguments);
    va_end(arguments);
}

void CFStringInsert(CFMutableStringRef string, CFIndex index, CFStringRef inserted) {
    if (inserted != NULL) [(NSMutableString *)string insertString:(NSString *)inserted atIndex:(NSUInteger)index];
}

void CFStringDelete(CFMutableStringRef string, CFRange range) { [(NSMutableString *)string deleteCharactersInRange:lk_range(range)]; }

void CFStringReplace(CFMutableStringRef string, CFRange range, CFStringRef replacement) {
    if (replacement != NULL) [(NSMutableString *)string replaceCharactersInRange:lk_range(range) withString:(NSString *)replacement];
}

void CFStringReplaceAll(CFMutableStringRef string, CFStringRef replacement) {
    if (replacement != NULL) [(NSMutableString *)string setString:(NSString *)replacement];
}

CFIndex CFStringFindAndReplace(CFMutableStringRef string, CFStringRef wanted, CFStringRef replacement, CFRange range, CFStringCompareFlags options) {
    CFIndex count = 0, place = range.location, end = range.location + range.length;
    CFRange found;
    if (replacement == NULL) return 0;
    while (place < end && CFStringFindWithOptions(string, wanted, CFRangeMake(place, end - place), options & ~(CFOptionFlags)kCFCompareBackwards, &found)) {
        CFStringReplace(string, found, replacement);
        place = found.location + CFStringGetLength(replacement);
        end += CFStringGetLength(replacement) - found.length;
        count++;
        if (options & kCFCompareAnchored) break;
    }
    return count;
}

void CFStringTrim(CFMutableStringRef string, CFStringRef trimmed) {
    CFIndex length = CFStringGetLength(trimmed);
    if (length == 0) return;
    while (CFStringHasPrefix(string, trimmed)) CFStringDelete(string, CFRangeMake(0, length));
    while (CFStringHasSuffix(string, trimmed)) CFStringDelete(string, CFRangeMake(CFStringGetLength(string) - length, length));
}

void CFStringTrimWhitespace(CFMutableStringRef string) {
    CFStringReplaceAll(string, (CFStringRef)[(NSString *)string stringByTrimmingCharactersInSet:[NSCharacterSet whitespaceAndNewlineCharacterSet]]);
}

void CFStringLowercase(CFMutableStringRef string, CFLocaleRef locale) {
    (void)locale;
    CFStringReplaceAll(string, (CFStringRef)[(NSString *)string lowercaseString]);
}

void CFStringUppercase(CFMutableStringRef string, CFLocaleRef locale) {
    (void)locale;
    CFStringReplaceAll(string, (CFStringRef)[(NSString *)string uppercaseString]);
}

void CFStringNormalize(CFMutableStringRef string, CFStringNormalizationForm form) {
    NSString *from = (NSString *)string;
    switch (form) {
    case kCFStringNormalizationFormD: return CFStringReplaceAll(string, (CFStringRef)[from decomposedStringWithCanonicalMapping]);
    case kCFStringNormalizationFormKD: return CFStringReplaceAll(string, (CFStringRef)[from decomposedStringWithCompatibilityMapping]);
    case kCFStringNormalizationFormC: return CFStringReplaceAll(string, (CFStringRef)[from precomposedStringWithCanonicalMapping]);
    case kCFStringNormalizationFormKC: return CFStringReplaceAll(string, (CFStringRef)[from precomposedStringWithCompatibilityMapping]);
    }
}
