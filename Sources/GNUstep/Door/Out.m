// From the core to GNUstep. Arrays and dictionaries can be changed: programs cast them to what can.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

#include <stdlib.h>

NSString *lk_string(const unichar *units, NSUInteger length) {
    // GNUstep takes either mark of the byte order at the beginning for no character, and the second turns what follows
    // round, unless the order is said. Here the units are the text.
    BOOL is_marked = length > 0 && (units[0] == 0xFEFF || units[0] == 0xFFFE);
    NSStringEncoding order = NSHostByteOrder() == NS_LittleEndian ? NSUTF16LittleEndianStringEncoding : NSUTF16BigEndianStringEncoding;
    NSString *made = is_marked ? [[NSString alloc] initWithBytes:units length:length * sizeof *units encoding:order]
                               : [[NSString alloc] initWithCharacters:units length:length];
    if (made != nil) return made;
    // GNUstep makes no string with half a surrogate pair in it, but puts it into one that is there.
    NSMutableString *string = [[NSMutableString alloc] initWithCapacity:length];
    for (NSUInteger place = 0; place < length; place++) [string appendFormat:@"%C", units[place]];
    return string;
}

static NSString *string(const struct lk_core *core, CFTypeRef text) {
    CFIndex length = core->CFStringGetLength(text);
    unichar *units = malloc((size_t)length * sizeof *units + 1);
    if (units == NULL) return nil;
    core->CFStringGetCharacters(text, CFRangeMake(0, length), units);
    NSString *made = lk_string(units, (NSUInteger)length);
    free(units);
    return made;
}

static NSNumber *number(const struct lk_core *core, CFTypeRef value) {
    CFNumberType type = core->CFNumberGetType(value);
    if (type == kCFNumberFloat32Type || type == kCFNumberFloatType) {
        float number = 0;
        core->CFNumberGetValue(value, kCFNumberFloat32Type, &number);
        return [[NSNumber alloc] initWithFloat:number];
    }
    if (core->CFNumberIsFloatType(value)) {
        double number = 0;
        core->CFNumberGetValue(value, kCFNumberFloat64Type, &number);
        return [[NSNumber alloc] initWithDouble:number];
    }
    long long number = 0;
    if (!core->CFNumberGetValue(value, kCFNumberSInt64Type, &number)) {
        double large = 0;
        core->CFNumberGetValue(value, kCFNumberFloat64Type, &large);
        return [[NSNumber alloc] initWithDouble:large];
    }
    return [[NSNumber alloc] initWithLongLong:number];
}

static NSError *error(const struct lk_core *core, CFTypeRef value) {
    NSString *domain = lk_copy_out(core, core->CFErrorGetDomain((CFErrorRef)value));
    CFTypeRef described = core->CFErrorCopyDescription((CFErrorRef)value);
    NSString *text = described == NULL ? nil : lk_copy_out(core, described);
    NSDictionary *facts = text == nil ? nil : [[NSDictionary alloc] initWithObjectsAndKeys:text, NSLocalizedDescriptionKey, nil];
    NSError *made = [[NSError alloc] initWithDomain:domain code:core->CFErrorGetCode((CFErrorRef)value) userInfo:facts];
    if (described != NULL) core->CFRelease(described);
    [domain release], [text release], [facts release];
    return made;
}

static id elements(const struct lk_core *core, CFTypeRef source) {
    NSMutableArray *made = [[NSMutableArray alloc] init];
    CFIndex count = core->CFArrayGetCount(source);
    for (CFIndex place = 0; place < count; place++) {
        id element = lk_copy_out(core, core->CFArrayGetValueAtIndex(source, place));
        if (element != nil) [made addObject:element];
        [element release];
    }
    return made;
}

static id entries(const struct lk_core *core, CFTypeRef source, BOOL is_set) {
    CFIndex count = is_set ? core->CFSetGetCount(source) : core->CFDictionaryGetCount(source);
    const void **keys = calloc((size_t)count * 2 + 1, sizeof *keys);
    if (keys == NULL) return nil;
    if (is_set) core->CFSetGetValues(source, keys);
    else core->CFDictionaryGetKeysAndValues(source, keys, keys + count);
    id made = is_set ? (id)[[NSMutableSet alloc] init] : (id)[[NSMutableDictionary alloc] init];
    for (CFIndex place = 0; place < count; place++) {
        id key = lk_copy_out(core, keys[place]), value = is_set ? nil : lk_copy_out(core, keys[count + place]);
        if (is_set && key != nil) [made addObject:key];
        if (key != nil && value != nil) [made setObject:value forKey:key];
        [key release], [value release];
    }
    free(keys);
    return made;
}

static id identifier(const struct lk_core *core, CFTypeRef value) {
    union {
        CFUUIDBytes structure;
        unsigned char bytes[16];
    } both = {core->CFUUIDGetUUIDBytes(value)};
    return [[NSUUID alloc] initWithUUIDBytes:both.bytes];
}

static id url(const struct lk_core *core, CFTypeRef value) {
    NSString *text = string(core, core->CFURLGetString(value));
    id made = [[NSURL alloc] initWithString:text];
    [text release];
    return made;
}

id lk_copy_out(const struct lk_core *core, CFTypeRef object) {
    if (object == NULL) return nil;
    CFTypeID type = core->CFGetTypeID(object);
    if (type == core->CFStringGetTypeID()) return string(core, object);
    if (type == core->CFDataGetTypeID())
        return [[NSMutableData alloc] initWithBytes:core->CFDataGetBytePtr(object) length:(NSUInteger)core->CFDataGetLength(object)];
    if (type == core->CFBooleanGetTypeID()) return [(id)(core->CFBooleanGetValue(object) ? kCFBooleanTrue : kCFBooleanFalse) retain];
    if (type == core->CFNumberGetTypeID()) return number(core, object);
    if (type == core->CFDictionaryGetTypeID()) return entries(core, object, NO);
    if (type == core->CFArrayGetTypeID()) return elements(core, object);
    if (type == core->CFSetGetTypeID()) return entries(core, object, YES);
    if (type == core->CFDateGetTypeID()) return [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:core->CFDateGetAbsoluteTime(object)];
    if (object == core->null || type == core->CFNullGetTypeID()) return [(id)kCFNull retain];
    if (type == core->CFErrorGetTypeID()) return error(core, object);
    if (type == core->CFUUIDGetTypeID()) return identifier(core, object);
    if (type == core->CFURLGetTypeID()) return url(core, object);
    return [[LKSecObject alloc] initWithCore:core->CFRetain(object)];
}
