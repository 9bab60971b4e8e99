// CFData, CFDate, CFUUID and CFError over GNUstep.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

#include <stdlib.h>
#include <unistd.h>

void lk_free_contents(CFAllocatorRef deallocator, const void *contents) {
    if (deallocator != kCFAllocatorNull) free((void *)contents);
}

CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length) {
    (void)allocator;
    return length < 0 || (bytes == NULL && length > 0) ? NULL : (CFDataRef)[[NSData alloc] initWithBytes:bytes length:(NSUInteger)length];
}

CFDataRef CFDataCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length, CFAllocatorRef bytesDeallocator) {
    (void)allocator;
    if (length < 0 || (bytes == NULL && length > 0)) return NULL;
    BOOL frees = bytesDeallocator != kCFAllocatorNull;
    return (CFDataRef)[[NSData alloc] initWithBytesNoCopy:(void *)bytes length:(NSUInteger)length freeWhenDone:frees];
}

CFDataRef CFDataCreateCopy(CFAllocatorRef allocator, CFDataRef data) {
    (void)allocator;
    return (CFDataRef)[(id)data copy];
}

CFMutableDataRef CFDataCreateMutable(CFAllocatorRef allocator, CFIndex capacity) {
    (void)allocator, (void)capacity;
    return (CFMutableDataRef)[[NSMutableData alloc] init];
}

CFMutableDataRef CFDataCreateMutableCopy(CFAllocatorRef allocator, CFIndex capacity, CFDataRef data) {
    (void)allocator, (void)capacity;
    return (CFMutableDataRef)[(id)data mutableCopy];
}

CFIndex CFDataGetLength(CFDataRef data) { return (CFIndex)[(id)data length]; }
const UInt8 *CFDataGetBytePtr(CFDataRef data) { return [(NSData *)data bytes]; }
UInt8 *CFDataGetMutableBytePtr(CFMutableDataRef data) { return [(NSMutableData *)data mutableBytes]; }

/// A range of the data. GNUstep looks at some ranges only, and at the others after a sum that overflows.
static NSRange within(CFDataRef data, CFRange range) {
    CFIndex length = CFDataGetLength(data);
    if (range.location < 0 || range.length < 0 || range.location > length || range.length > length - range.location)
        [NSException raise:NSRangeException format:@"%ld bytes at %ld of %ld", range.length, range.location, length];
    return lk_range(range);
}

static NSUInteger checked(CFIndex length) {
    if (length < 0) [NSException raise:NSRangeException format:@"a length of %ld", length];
    return (NSUInteger)length;
}

void CFDataGetBytes(CFDataRef data, CFRange range, UInt8 *buffer) { [(NSData *)data getBytes:buffer range:within(data, range)]; }
void CFDataSetLength(CFMutableDataRef data, CFIndex length) { [(NSMutableData *)data setLength:checked(length)]; }
void CFDataIncreaseLength(CFMutableDataRef data, CFIndex extraLength) { [(NSMutableData *)data increaseLengthBy:checked(extraLength)]; }
void CFDataAppendBytes(CFMutableDataRef data, const UInt8 *bytes, CFIndex length) { [(NSMutableData *)data appendBytes:bytes length:checked(length)]; }

void CFDataReplaceBytes(CFMutableDataRef data, CFRange range, const UInt8 *bytes, CFIndex length) {
    [(NSMutableData *)data replaceBytesInRange:within(data, range) withBytes:bytes length:checked(length)];
}

void CFDataDeleteBytes(CFMutableDataRef data, CFRange range) { [(NSMutableData *)data replaceBytesInRange:within(data, range) withBytes:NULL length:0]; }

CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) { return [NSDate timeIntervalSinceReferenceDate]; }
CFAbsoluteTime CFDateGetAbsoluteTime(CFDateRef date) { return [(NSDate *)date timeIntervalSinceReferenceDate]; }
CFTimeInterval CFDateGetTimeIntervalSinceDate(CFDateRef date, CFDateRef other) { return CFDateGetAbsoluteTime(date) - CFDateGetAbsoluteTime(other); }

CFDateRef CFDateCreate(CFAllocatorRef allocator, CFAbsoluteTime time) {
    (void)allocator;
    return (CFDateRef)[[NSDate alloc] initWithTimeIntervalSinceReferenceDate:time];
}

CFComparisonResult CFDateCompare(CFDateRef date, CFDateRef other, void *context) {
    (void)context;
    CFTimeInterval difference = CFDateGetTimeIntervalSinceDate(date, other);
    return difference < 0 ? kCFCompareLessThan : difference > 0 ? kCFCompareGreaterThan : kCFCompareEqualTo;
}

/// GNUstep's own are not random ones of RFC 9562: they lack the version.
CFUUIDRef CFUUIDCreate(CFAllocatorRef allocator) {
    (void)allocator;
    unsigned char bytes[16];
    if (getentropy(bytes, sizeof bytes) != 0) return NULL;
    bytes[6] = (unsigned char)((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3F) | 0x80);
    return (CFUUIDRef)[[NSUUID alloc] initWithUUIDBytes:bytes];
}

CFUUIDRef CFUUIDCreateFromUUIDBytes(CFAllocatorRef allocator, CFUUIDBytes bytes) {
    (void)allocator;
    return (CFUUIDRef)[[NSUUID alloc] initWithUUIDBytes:(unsigned char *)&bytes];
}

CFUUIDRef CFUUIDCreateWithBytes(
    CFAllocatorRef allocator, UInt8 byte0, UInt8 byte1, UInt8 byte2, UInt8 byte3, UInt8 byte4, UInt8 byte5, UInt8 byte6, UInt8 byte7,
    UInt8 byte8, UInt8 byte9, UInt8 byte10, UInt8 byte11, UInt8 byte12, UInt8 byte13, UInt8 byte14, UInt8 byte15) {
    CFUUIDBytes bytes = {byte0, byte1, byte2, byte3, byte4, byte5, byte6, byte7, byte8, byte9, byte10, byte11, byte12, byte13, byte14, byte15};
    return CFUUIDCreateFromUUIDBytes(allocator, bytes);
}

CFUUIDRef CFUUIDCreateFromString(CFAllocatorRef allocator, CFStringRef text) {
    (void)allocator;
    return text == NULL ? NULL : (CFUUIDRef)[[NSUUID alloc] initWithUUIDString:(NSString *)text];
}

CFStringRef CFUUIDCreateString(CFAllocatorRef allocator, CFUUIDRef identifier) {
    (void)allocator;
    // Core Foundation writes capitals.
    return (CFStringRef)[[[(NSUUID *)identifier UUIDString] uppercaseString] copy];
}

CFUUIDBytes CFUUIDGetUUIDBytes(CFUUIDRef identifier) {
    CFUUIDBytes bytes = {0};
    [(NSUUID *)identifier getUUIDBytes:(unsigned char *)&bytes];
    return bytes;
}

CFErrorRef CFErrorCreate(CFAllocatorRef allocator, CFErrorDomain domain, CFIndex code, CFDictionaryRef userInfo) {
    (void)allocator;
    return (CFErrorRef)[[NSError alloc] initWithDomain:(NSString *)domain code:code userInfo:(NSDictionary *)userInfo];
}

CFErrorRef CFErrorCreateWithUserInfoKeysAndValues(
    CFAllocatorRef allocator, CFErrorDomain domain, CFIndex code, const void *const *keys, const void *const *values, CFIndex count) {
    CFDictionaryRef facts = CFDictionaryCreate(allocator, (const void **)keys, (const void **)values, count, NULL, NULL);
    CFErrorRef error = CFErrorCreate(allocator, domain, code, facts);
    [(id)facts release];
    return error;
}

CFErrorDomain CFErrorGetDomain(CFErrorRef error) { return (CFErrorDomain)[(NSError *)error domain]; }
CFIndex CFErrorGetCode(CFErrorRef error) { return [(NSError *)error code]; }
CFStringRef CFErrorCopyDescription(CFErrorRef error) { return (CFStringRef)[[(NSError *)error localizedDescription] copy]; }
CFStringRef CFErrorCopyFailureReason(CFErrorRef error) { return (CFStringRef)[[(NSError *)error localizedFailureReason] copy]; }
CFStringRef CFErrorCopyRecoverySuggestion(CFErrorRef error) { return (CFStringRef)[[(NSError *)error localizedRecoverySuggestion] copy]; }

CFDictionaryRef CFErrorCopyUserInfo(CFErrorRef error) {
    NSDictionary *facts = [(NSError *)error userInfo];
    return (CFDictionaryRef)(facts == nil ? [[NSDictionary alloc] init] : [facts copy]);
}
