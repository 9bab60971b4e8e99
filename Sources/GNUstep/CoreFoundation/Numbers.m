// CFNumber and CFBoolean over GNUstep.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType type, const void *value) {
    (void)allocator;
    if (value == NULL) return NULL;
    NSNumber *number = [NSNumber alloc];
    switch (type) {
    case kCFNumberSInt8Type:
    case kCFNumberCharType: return (CFNumberRef)[number initWithChar:*(const SInt8 *)value];
    case kCFNumberSInt16Type:
    case kCFNumberShortType: return (CFNumberRef)[number initWithShort:*(const SInt16 *)value];
    case kCFNumberSInt32Type:
    case kCFNumberIntType: return (CFNumberRef)[number initWithInt:*(const SInt32 *)value];
    case kCFNumberSInt64Type:
    case kCFNumberLongType:
    case kCFNumberLongLongType:
    case kCFNumberCFIndexType:
    case kCFNumberNSIntegerType: return (CFNumberRef)[number initWithLongLong:*(const SInt64 *)value];
    case kCFNumberFloat32Type:
    case kCFNumberFloatType: return (CFNumberRef)[number initWithFloat:*(const float *)value];
    case kCFNumberFloat64Type:
    case kCFNumberDoubleType:
    case kCFNumberCGFloatType: return (CFNumberRef)[number initWithDouble:*(const double *)value];
    }
    [number release];
    return NULL;
}

CFNumberType CFNumberGetType(CFNumberRef number) {
    const char *type = number == NULL ? NULL : [(NSNumber *)number objCType];
    switch (type == NULL ? 0 : *type) {
    case 'c': return kCFNumberSInt8Type;
    case 'C':
    case 's': return kCFNumberSInt16Type;
    case 'S':
    case 'i': return kCFNumberSInt32Type;
    case 'f': return kCFNumberFloat32Type;
    case 'd': return kCFNumberFloat64Type;
    default: return kCFNumberSInt64Type;
    }
}

CFIndex CFNumberGetByteSize(CFNumberRef number) {
    switch (CFNumberGetType(number)) {
    case kCFNumberSInt8Type: return 1;
    case kCFNumberSInt16Type: return 2;
    case kCFNumberSInt32Type:
    case kCFNumberFloat32Type: return 4;
    default: return 8;
    }
}

Boolean CFNumberIsFloatType(CFNumberRef number) {
    CFNumberType type = CFNumberGetType(number);
    return type == kCFNumberFloat32Type || type == kCFNumberFloat64Type;
}

Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value) {
    NSNumber *from = (NSNumber *)number, *back = nil;
    if (from == nil || value == NULL) return false;
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    long long integer = CFNumberIsFloatType(number) ? (long long)[from doubleValue] : [from longLongValue];
    switch (type) {
    case kCFNumberSInt8Type:
    case kCFNumberCharType: back = [NSNumber numberWithLongLong:*(SInt8 *)value = (SInt8)integer]; break;
    case kCFNumberSInt16Type:
    case kCFNumberShortType: back = [NSNumber numberWithLongLong:*(SInt16 *)value = (SInt16)integer]; break;
    case kCFNumberSInt32Type:
    case kCFNumberIntType: back = [NSNumber numberWithLongLong:*(SInt32 *)value = (SInt32)integer]; break;
    case kCFNumberSInt64Type:
    case kCFNumberLongType:
    case kCFNumberLongLongType:
    case kCFNumberCFIndexType:
    case kCFNumberNSIntegerType: back = [NSNumber numberWithLongLong:*(SInt64 *)value = integer]; break;
    case kCFNumberFloat32Type:
    case kCFNumberFloatType: back = [NSNumber numberWithDouble:*(float *)value = [from floatValue]]; break;
    case kCFNumberFloat64Type:
    case kCFNumberDoubleType:
    case kCFNumberCGFloatType: back = [NSNumber numberWithDouble:*(double *)value = [from doubleValue]]; break;
    }
    Boolean is_same = back != nil && [back compare:from] == NSOrderedSame;
    [pool release];
    return is_same;
}

CFComparisonResult CFNumberCompare(CFNumberRef number, CFNumberRef other, void *context) {
    (void)context;
    return (CFComparisonResult)[(NSNumber *)number compare:(NSNumber *)other];
}

Boolean CFBooleanGetValue(CFBooleanRef boolean) { return [(NSNumber *)boolean boolValue]; }
