/* Core Foundation's calls, in C and over GNUstep's objects: both programs must print the same. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <CoreFoundation/CoreFoundation.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if !defined(__OBJC__)
#define CFSTRING(text) CFSTR(text)
#else
#define CFSTRING(text) ((CFStringRef)@text)
#endif

static void text(const char *what, CFStringRef string) {
    char buffer[256] = "";
    Boolean fits = string != NULL && CFStringGetCString(string, buffer, sizeof buffer, kCFStringEncodingUTF8);
    printf("%s: %s '%s' %ld\n", what, string == NULL ? "NULL" : fits ? "text" : "no text", buffer, string == NULL ? 0L : (long)CFStringGetLength(string));
    if (string != NULL) CFRelease(string);
}

static void range(const char *what, CFRange found) { printf("%s: %ld %ld\n", what, (long)found.location, (long)found.length); }
static void count(const char *what, long number) { printf("%s: %ld\n", what, number); }

static void strings(void) {
    CFStringRef plain = CFSTRING("Hello, world"), umlauts = CFStringCreateWithCString(NULL, "G\303\244rten \360\237\214\215", kCFStringEncodingUTF8);
    const UniChar units[] = {'a', 0xE4, 0xD83C, 0xDF0D};
    const UInt8 latin[] = {'G', 0xE4}, wrong[] = {0xFF, 0xFE, 0x41}, wide[] = {0x41, 0, 0xE4, 0};
    text("characters", CFStringCreateWithCharacters(NULL, units, 4));
    for (int mark = 0; mark < 2; mark++) {
        const UniChar marked[] = {mark ? 0xFFFE : 0xFEFF, 'a', 0xE4};
        CFStringRef string = CFStringCreateWithCharacters(NULL, marked, 3);
        count("the first of three", CFStringGetCharacterAtIndex(string, 0) * 10 + CFStringGetLength(string));
        text("with a mark", string);
    }
    text("Latin 1", CFStringCreateWithBytes(NULL, latin, 2, kCFStringEncodingISOLatin1, false));
    text("UTF-16", CFStringCreateWithBytes(NULL, wide, 4, kCFStringEncodingUTF16, false));
    text("UTF-16BE", CFStringCreateWithBytes(NULL, wide, 4, kCFStringEncodingUTF16BE, false));
    text("not UTF-8", CFStringCreateWithBytes(NULL, wrong, 3, kCFStringEncodingUTF8, false));
    text("of no encoding", CFStringCreateWithBytes(NULL, latin, 2, 0x7777, false));
    text("empty", CFStringCreateWithBytes(NULL, NULL, 0, kCFStringEncodingUTF8, false));
    text("part", CFStringCreateWithSubstring(NULL, plain, CFRangeMake(7, 5)));
    text("format", CFStringCreateWithFormat(NULL, NULL, CFSTRING("%@ %d %5.2f %s %%"), plain, 42, 2.5, "c"));
    text("copy", CFStringCreateCopy(NULL, umlauts));
    CFDataRef data = CFStringCreateExternalRepresentation(NULL, umlauts, kCFStringEncodingUTF8, 0);
    count("UTF-8 bytes", CFDataGetLength(data));
    text("from bytes", CFStringCreateFromExternalRepresentation(NULL, data, kCFStringEncodingUTF8));
    count("no ASCII bytes", CFStringCreateExternalRepresentation(NULL, umlauts, kCFStringEncodingASCII, 0) == NULL);
    count("length", CFStringGetLength(umlauts));
    count("character", CFStringGetCharacterAtIndex(umlauts, 1));
    UniChar some[3];
    CFStringGetCharacters(umlauts, CFRangeMake(0, 3), some);
    count("characters", some[0] + some[1] + some[2]);
    char small[4];
    count("too small", CFStringGetCString(plain, small, sizeof small, kCFStringEncodingUTF8));
    UInt8 bytes[32];
    CFIndex used = 0;
    count("bytes", CFStringGetBytes(umlauts, CFRangeMake(0, CFStringGetLength(umlauts)), kCFStringEncodingUTF8, 0, false, bytes, sizeof bytes, &used));
    count("used", used);
    count("bytes counted", CFStringGetBytes(umlauts, CFRangeMake(0, 6), kCFStringEncodingUTF8, 0, false, NULL, 0, &used));
    count("bytes that fit", CFStringGetBytes(umlauts, CFRangeMake(0, 6), kCFStringEncodingUTF8, 0, false, bytes, 2, &used));
    count("bytes with loss", CFStringGetBytes(umlauts, CFRangeMake(0, 6), kCFStringEncodingASCII, '?', false, bytes, sizeof bytes, &used));
    printf("%.*s\n", (int)used, bytes);
    count("most bytes", CFStringGetMaximumSizeForEncoding(10, kCFStringEncodingUTF8));
    count("order", CFStringCompare(plain, CFSTRING("hello, world"), kCFCompareCaseInsensitive));
    count("order", CFStringCompare(plain, CFSTRING("hello, world"), 0));
    count("order", CFStringCompare(CFSTRING("a10"), CFSTRING("a9"), kCFCompareNumerically));
    range("found", CFStringFind(plain, CFSTRING("o"), 0));
    range("found from behind", CFStringFind(plain, CFSTRING("o"), kCFCompareBackwards));
    range("not found", CFStringFind(plain, CFSTRING("xyz"), 0));
    CFRange place = {-7, -7};
    count("found within", CFStringFindWithOptions(plain, CFSTRING("O"), CFRangeMake(5, 7), kCFCompareCaseInsensitive, &place));
    range("there", place);
    count("prefix", CFStringHasPrefix(plain, CFSTRING("Hell")) + 2 * CFStringHasSuffix(plain, CFSTRING("world")) + 4 * CFStringHasPrefix(plain, CFSTRING("x")));
    count("integer", CFStringGetIntValue(CFSTRING(" 42 apples")));
    printf("double %g\n", CFStringGetDoubleValue(CFSTRING("2.5e3")));
    CFArrayRef parts = CFStringCreateArrayBySeparatingStrings(NULL, plain, CFSTRING(", "));
    count("parts", CFArrayGetCount(parts));
    text("joined", CFStringCreateByCombiningStrings(NULL, parts, CFSTRING("+")));
    count("encodings", (long)CFStringConvertEncodingToNSStringEncoding(kCFStringEncodingUTF8));
    count("encodings", CFStringConvertNSStringEncodingToEncoding(4) == kCFStringEncodingUTF8);
    count("encodings", CFStringConvertIANACharSetNameToEncoding(CFSTRING("UTF-8")) == kCFStringEncodingUTF8);

    CFMutableStringRef m = CFStringCreateMutable(NULL, 0);
    CFStringAppend(m, CFSTRING("  one two "));
    CFStringAppendCString(m, "three", kCFStringEncodingUTF8);
    CFStringAppendCharacters(m, units, 1);
    CFStringAppendFormat(m, NULL, CFSTRING("%d"), 4);
    CFStringTrimWhitespace(m);
    text("changed", CFStringCreateCopy(NULL, m));
    CFStringInsert(m, 0, CFSTRING("xx"));
    CFStringTrim(m, CFSTRING("x"));
    CFStringDelete(m, CFRangeMake(0, 4));
    CFStringReplace(m, CFRangeMake(0, 3), CFSTRING("TWO"));
    count("replaced", CFStringFindAndReplace(m, CFSTRING("e"), CFSTRING("ee"), CFRangeMake(0, CFStringGetLength(m)), 0));
    text("changed", CFStringCreateCopy(NULL, m));
    CFStringLowercase(m, NULL);
    text("small", CFStringCreateCopy(NULL, m));
    CFStringUppercase(m, NULL);
    text("capitals", CFStringCreateCopy(NULL, m));
    CFStringReplaceAll(m, umlauts);
    CFStringNormalize(m, kCFStringNormalizationFormD);
    count("decomposed", CFStringGetLength(m));
    CFStringNormalize(m, kCFStringNormalizationFormC);
    count("composed", CFStringGetLength(m) + 100 * CFEqual(m, umlauts));
    text("copy to change", CFStringCreateMutableCopy(NULL, 0, plain));
}

static void applied(const void *value, void *context) { *(long *)context += CFStringGetLength((CFStringRef)value); }
static void applied_both(const void *key, const void *value, void *context) { *(long *)context += CFStringGetLength((CFStringRef)key) * (value == NULL ? 1 : 10); }
static CFComparisonResult by_length(const void *one, const void *other, void *context) {
    long difference = CFStringGetLength((CFStringRef)one) - CFStringGetLength((CFStringRef)other);
    *(int *)context = 1;
    return difference < 0 ? kCFCompareLessThan : difference > 0 ? kCFCompareGreaterThan : kCFCompareEqualTo;
}

static void collections(void) {
    const void *three[] = {CFSTRING("three"), CFSTRING("a"), CFSTRING("bb")}, *read[3];
    CFArrayRef array = CFArrayCreate(NULL, three, 3, &kCFTypeArrayCallBacks);
    long sum = 0;
    int called = 0;
    CFArrayApplyFunction(array, CFRangeMake(0, 3), applied, &sum);
    count("sum", sum);
    count("contains", CFArrayContainsValue(array, CFRangeMake(0, 3), CFSTRING("bb")) + 2 * CFArrayContainsValue(array, CFRangeMake(0, 2), CFSTRING("bb")));
    count("place", CFArrayGetFirstIndexOfValue(array, CFRangeMake(1, 2), CFSTRING("a")));
    count("no place", CFArrayGetFirstIndexOfValue(array, CFRangeMake(0, 3), CFSTRING("c")));
    CFArrayGetValues(array, CFRangeMake(0, 3), read);
    count("values", read[2] == three[2]);
    CFMutableArrayRef m = CFArrayCreateMutableCopy(NULL, 0, array);
    CFArrayAppendValue(m, CFSTRING("dddd"));
    CFArrayInsertValueAtIndex(m, 0, CFSTRING("eeeeee"));
    CFArraySetValueAtIndex(m, 1, CFSTRING("f"));
    CFArraySetValueAtIndex(m, 5, CFSTRING("gg"));
    CFArrayAppendArray(m, array, CFRangeMake(1, 2));
    CFArrayRemoveValueAtIndex(m, 2);
    CFArraySortValues(m, CFRangeMake(0, CFArrayGetCount(m)), by_length, &called);
    for (CFIndex place = 0; place < CFArrayGetCount(m); place++) count("sorted", CFStringGetLength((CFStringRef)CFArrayGetValueAtIndex(m, place)) * called);
    CFArrayRef copy = CFArrayCreateCopy(NULL, m);
    CFArrayRemoveAllValues(m);
    count("emptied", CFArrayGetCount(m) + 10 * CFArrayGetCount(copy));
    count("negative", CFArrayCreate(NULL, three, 0, &kCFTypeArrayCallBacks) != NULL);

    const void *values[] = {CFSTRING("1"), CFSTRING("2"), CFSTRING("3")};
    CFDictionaryRef d = CFDictionaryCreate(NULL, three, values, 3, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    count("value", CFDictionaryGetValue(d, CFSTRING("bb")) == values[2]);
    count("no value", CFDictionaryGetValue(d, CFSTRING("zz")) == NULL);
    const void *found = NULL;
    count("present", CFDictionaryGetValueIfPresent(d, CFSTRING("a"), &found) + 2 * (found == values[1]) + 4 * CFDictionaryGetValueIfPresent(d, CFSTRING("zz"), &found));
    count("counts", CFDictionaryGetCount(d) + 10 * CFDictionaryGetCountOfKey(d, CFSTRING("a")) + 100 * CFDictionaryContainsKey(d, CFSTRING("b")) +
                        1000 * CFDictionaryContainsValue(d, CFSTRING("3")));
    const void *keys_read[3], *values_read[3];
    CFDictionaryGetKeysAndValues(d, keys_read, values_read);
    for (sum = 0, called = 0; called < 3; called++) sum += CFStringGetLength((CFStringRef)keys_read[called]) * CFStringGetIntValue((CFStringRef)values_read[called]);
    count("keys and values", sum);
    CFMutableDictionaryRef md = CFDictionaryCreateMutableCopy(NULL, 0, d);
    CFDictionaryAddValue(md, CFSTRING("a"), CFSTRING("no"));
    CFDictionaryReplaceValue(md, CFSTRING("none"), CFSTRING("no"));
    count("added", CFDictionaryGetCount(md) + 10 * (CFDictionaryGetValue(md, CFSTRING("a")) == values[1]));
    CFDictionarySetValue(md, CFSTRING("a"), CFSTRING("yes")), CFDictionaryReplaceValue(md, CFSTRING("bb"), CFSTRING("new"));
    CFDictionaryRemoveValue(md, CFSTRING("three")), CFDictionaryRemoveValue(md, CFSTRING("none"));
    sum = 0;
    CFDictionaryApplyFunction(md, applied_both, &sum);
    count("applied", sum);
    count("equal", CFEqual(d, CFDictionaryCreateCopy(NULL, d)) + 2 * CFEqual(d, md));
    CFMutableDictionaryRef bare = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    CFDictionarySetValue(bare, three[0], NULL);
    count("NULL", CFDictionaryGetValueIfPresent(bare, three[0], &found) + 2 * (found == NULL) + 4 * CFDictionaryContainsKey(bare, three[0]));
    CFDictionaryRemoveAllValues(md);
    count("emptied", CFDictionaryGetCount(md));
}

static void values(void) {
    CFMutableDataRef m = CFDataCreateMutable(NULL, 0);
    CFDataAppendBytes(m, (const UInt8 *)"0123456789", 10);
    CFDataReplaceBytes(m, CFRangeMake(2, 3), (const UInt8 *)"abcd", 4);
    CFDataDeleteBytes(m, CFRangeMake(0, 1));
    CFDataIncreaseLength(m, 2);
    count("zeros", CFDataGetBytePtr(m)[10] + CFDataGetBytePtr(m)[11] + CFDataGetLength(m));
    CFDataSetLength(m, 6);
    CFDataGetMutableBytePtr(m)[0] = 'X';
    printf("bytes %.*s\n", (int)CFDataGetLength(m), (const char *)CFDataGetBytePtr(m));
    UInt8 two[2];
    CFDataGetBytes(m, CFRangeMake(1, 2), two);
    CFDataRef copy = CFDataCreateCopy(NULL, m), same = CFDataCreateWithBytesNoCopy(NULL, (const UInt8 *)"Xabcd5", 6, kCFAllocatorNull);
    count("equal", CFEqual(copy, same) + 2 * CFEqual(copy, CFDataCreateMutableCopy(NULL, 0, same)) + two[0]);
    count("empty", CFDataGetLength(CFDataCreate(NULL, NULL, 0)));

    SInt8 tiny = -5;
    int middle = 300;
    SInt64 large = 1LL << 40;
    float half = 0.5f;
    double wide = 2.75;
    CFNumberRef numbers[] = {CFNumberCreate(NULL, kCFNumberSInt8Type, &tiny), CFNumberCreate(NULL, kCFNumberIntType, &middle), CFNumberCreate(NULL, kCFNumberSInt64Type, &large),
                             CFNumberCreate(NULL, kCFNumberFloatType, &half), CFNumberCreate(NULL, kCFNumberDoubleType, &wide)};
    for (int place = 0; place < 5; place++) {
        SInt8 small = 0;
        int plain = 0;
        SInt64 full = 0;
        float single = 0;
        double number = 0;
        Boolean fits[] = {CFNumberGetValue(numbers[place], kCFNumberCharType, &small), CFNumberGetValue(numbers[place], kCFNumberIntType, &plain),
                          CFNumberGetValue(numbers[place], kCFNumberSInt64Type, &full), CFNumberGetValue(numbers[place], kCFNumberFloatType, &single),
                          CFNumberGetValue(numbers[place], kCFNumberDoubleType, &number)};
        printf("number %d: %d%d%d%d%d %d %d %lld %g %g float %d\n", place, fits[0], fits[1], fits[2], fits[3], fits[4], fits[0] ? small : 0, fits[1] ? plain : 0, (long long)full,
               (double)single, number, CFNumberIsFloatType(numbers[place]));
    }
    count("order", CFNumberCompare(numbers[0], numbers[4], NULL) + 10 * CFNumberCompare(numbers[2], numbers[4], NULL));
    count("booleans", CFBooleanGetValue(kCFBooleanTrue) + 2 * CFBooleanGetValue(kCFBooleanFalse));

    CFDateRef date = CFDateCreate(NULL, 1000.5), later = CFDateCreate(NULL, 2000);
    printf("dates %g %g %ld\n", CFDateGetAbsoluteTime(date), CFDateGetTimeIntervalSinceDate(later, date), (long)CFDateCompare(date, later, NULL));
    count("now", CFAbsoluteTimeGetCurrent() > 7e8 && kCFAbsoluteTimeIntervalSince1970 == 978307200);

    CFUUIDRef uuid = CFUUIDCreateFromString(NULL, CFSTRING("68753A44-4D6F-1226-9C60-0050E4C00067"));
    CFUUIDBytes bytes = CFUUIDGetUUIDBytes(uuid);
    text("UUID", CFUUIDCreateString(NULL, uuid));
    count("UUID", bytes.byte0 + bytes.byte15 + CFEqual(uuid, CFUUIDCreateFromUUIDBytes(NULL, bytes)));
    text("UUID", CFUUIDCreateString(NULL, CFUUIDCreateWithBytes(NULL, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xFF)));
    count("version", CFStringGetCharacterAtIndex(CFUUIDCreateString(NULL, CFUUIDCreate(NULL)), 14));
    count("variant", CFUUIDGetUUIDBytes(CFUUIDCreate(NULL)).byte8 >> 6);
    count("new UUIDs", CFEqual(CFUUIDCreate(NULL), CFUUIDCreate(NULL)) + CFStringGetLength(CFUUIDCreateString(NULL, CFUUIDCreate(NULL))));

    CFMutableDictionaryRef facts = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(facts, kCFErrorLocalizedDescriptionKey, CFSTRING("it failed"));
    CFErrorRef error = CFErrorCreate(NULL, kCFErrorDomainOSStatus, -50, facts);
    count("error", CFErrorGetCode(error) + CFEqual(CFErrorGetDomain(error), kCFErrorDomainOSStatus));
    text("error", CFErrorCopyDescription(error));
    count("facts", CFDictionaryGetCount(CFErrorCopyUserInfo(error)));
    text("domain", CFStringCreateCopy(NULL, CFErrorGetDomain(error)));
    const void *keys[] = {kCFErrorLocalizedDescriptionKey}, *texts[] = {CFSTRING("again")};
    text("error", CFErrorCopyDescription(CFErrorCreateWithUserInfoKeysAndValues(NULL, kCFErrorDomainPOSIX, 2, keys, texts, 1)));

    CFTypeID types[] = {CFStringGetTypeID(), CFDataGetTypeID(), CFNumberGetTypeID(), CFBooleanGetTypeID(), CFDateGetTypeID(), CFArrayGetTypeID(),
                        CFDictionaryGetTypeID(), CFUUIDGetTypeID(), CFErrorGetTypeID()};
    CFTypeRef objects[] = {CFSTRING("a"), m, numbers[0], kCFBooleanTrue, date, CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks), facts, uuid, error};
    for (int place = 0; place < 9; place++)
        for (int other = 0; other < 9; other++)
            if ((CFGetTypeID(objects[place]) == types[other]) != (place == other)) printf("type %d is also %d\n", place, other);
    text("name of a type", CFCopyTypeIDDescription(CFStringGetTypeID()));
    count("hash", CFHash(CFSTRING("a")) == CFHash(CFStringCreateWithCString(NULL, "a", kCFStringEncodingUTF8)));
    count("described", CFCopyDescription(date) != NULL);
    count("retained", CFRetain(date) == date);
    CFRelease(date);
}

int main(void) {
#if defined(__OBJC__)
    @autoreleasepool {
#endif
    strings();
    collections();
    values();
#if defined(__OBJC__)
    }
#endif
    return 0;
}
