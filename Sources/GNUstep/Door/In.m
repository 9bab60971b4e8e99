// From GNUstep to the core. What is read may be a subclass of the program's, so nothing that it answers is relied upon.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

#include <stdlib.h>

/// As many levels as the core takes, and more elements than any query has.
enum { greatest_depth = 64, most_elements = 1000000 };

struct reading {
    const struct lk_core *core;
    long left;
    /// What is in no collection yet while a message is sent, which may raise: at most one object of each level.
    int held_count;
    CFTypeRef held[greatest_depth];
};

static void let_go(struct reading *reading) { reading->core->CFRelease(reading->held[--reading->held_count]); }

/// Looks at the classes and sends no message: the object may be of another root class.
static BOOL is_kind(id object, Class wanted) {
    for (Class class = object_getClass(object); class != Nil; class = class_getSuperclass(class))
        if (class == wanted) return YES;
    return NO;
}

static CFTypeRef string(const struct lk_core *core, NSString *text) {
    // No copy is made of it: GNUstep has none of a string with half a surrogate pair.
    NSUInteger length = [text length];
    if (length > (NSUInteger)LONG_MAX / sizeof(unichar)) return NULL;
    unichar *units = malloc(length * sizeof *units + 1);
    if (units == NULL) return NULL;
    CFTypeRef made = NULL;
    @try {
        [text getCharacters:units range:NSMakeRange(0, length)];
        made = core->CFStringCreateWithCharacters(NULL, units, (CFIndex)length);
    } @finally {
        free(units);
    }
    return made;
}

static CFTypeRef number(const struct lk_core *core, NSNumber *value) {
    // There are two booleans. A number made of a char is none.
    if (value == (id)kCFBooleanTrue) return core->CFRetain(core->true_);
    if (value == (id)kCFBooleanFalse) return core->CFRetain(core->false_);
    const char *type = [value objCType];
    char kind = type == NULL ? 0 : *type;
    if (kind == 'f') {
        float number = [value floatValue];
        return core->CFNumberCreate(NULL, kCFNumberFloat32Type, &number);
    }
    unsigned long long large = kind == 'Q' || kind == 'L' ? [value unsignedLongLongValue] : 0;
    if (kind == 'd' || large > LLONG_MAX) {
        double number = [value doubleValue];
        return core->CFNumberCreate(NULL, kCFNumberFloat64Type, &number);
    }
    long long number = [value longLongValue];
    return core->CFNumberCreate(NULL, kCFNumberSInt64Type, &number);
}

static CFTypeRef identifier(const struct lk_core *core, NSUUID *value) {
    union {
        CFUUIDBytes structure;
        unsigned char bytes[16];
    } both;
    [value getUUIDBytes:both.bytes];
    return core->CFUUIDCreateFromUUIDBytes(NULL, both.structure);
}

static CFTypeRef url(const struct lk_core *core, NSURL *value) {
    NSString *text = [value absoluteString];
    CFTypeRef written = text == nil ? NULL : string(core, text);
    if (written == NULL) return NULL;
    CFTypeRef made = core->CFURLCreateWithString(NULL, written, NULL);
    core->CFRelease(written);
    return made;
}

static CFTypeRef error(const struct lk_core *core, NSError *value) {
    // Asked for first: if it raises, there is nothing to release.
    NSInteger code = [value code];
    CFTypeRef domain = string(core, [value domain]);
    if (domain == NULL) return NULL;
    CFTypeRef made = core->CFErrorCreate(NULL, domain, code, NULL);
    core->CFRelease(domain);
    return made;
}

/// The object, or for a collection an empty one that is to be filled.
static CFTypeRef begin(struct reading *reading, id object) {
    const struct lk_core *core = reading->core;
    if (object == nil || reading->left-- == 0) return NULL;
    if (is_kind(object, [NSString class])) return string(core, object);
    if (is_kind(object, [NSData class])) {
        NSData *data = [[object copy] autorelease];
        return core->CFDataCreate(NULL, [data bytes], (CFIndex)[data length]);
    }
    if (is_kind(object, [NSNumber class])) return number(core, object);
    if (is_kind(object, [NSDictionary class])) return core->CFDictionaryCreateMutable(NULL, 0, core->keys, core->values);
    if (is_kind(object, [NSArray class])) return core->CFArrayCreateMutable(NULL, 0, core->array);
    if (is_kind(object, [NSSet class])) return core->CFSetCreateMutable(NULL, 0, core->set);
    if (is_kind(object, [NSDate class])) return core->CFDateCreate(NULL, [object timeIntervalSinceReferenceDate]);
    if (is_kind(object, [LKSecObject class])) return core->CFRetain(((LKSecObject *)object)->core);
    if (is_kind(object, [NSNull class])) return core->CFRetain(core->null);
    if (is_kind(object, [NSUUID class])) return identifier(core, object);
    if (is_kind(object, [NSURL class])) return url(core, object);
    if (is_kind(object, [NSError class])) return error(core, object);
    return NULL;
}

static BOOL fill(struct reading *, CFTypeRef target, id source, int depth);

/// An element for which the collection needs the whole object. It is held until the caller lets it go.
static CFTypeRef whole(struct reading *reading, id object, int depth) {
    CFTypeRef made = begin(reading, object);
    if (made == NULL) return NULL;
    reading->held[reading->held_count++] = made;
    return fill(reading, made, object, depth) ? made : NULL;
}

/// A collection is put into its owner before it is filled, if it can be: then an exception leaves little to release.
static BOOL fill(struct reading *reading, CFTypeRef target, id source, int depth) {
    const struct lk_core *core = reading->core;
    BOOL is_dictionary = is_kind(source, [NSDictionary class]), is_array = is_kind(source, [NSArray class]);
    if (!is_dictionary && !is_array && !is_kind(source, [NSSet class])) return YES;
    if (depth == greatest_depth) return NO;
    // A copy does not change while it is read.
    id copy = [[source copy] autorelease];
    NSEnumerator *elements = is_dictionary ? [copy keyEnumerator] : [copy objectEnumerator];
    for (id element; (element = [elements nextObject]) != nil;) {
        if (is_array) {
            CFTypeRef made = begin(reading, element);
            if (made == NULL) return NO;
            core->CFArrayAppendValue((CFMutableArrayRef)target, made);
            core->CFRelease(made);
            if (!fill(reading, made, element, depth + 1)) return NO;
            continue;
        }
        CFTypeRef made = whole(reading, element, depth + 1);
        if (made == NULL) return NO;
        if (!is_dictionary) {
            core->CFSetAddValue((CFMutableSetRef)target, made);
            let_go(reading);
            continue;
        }
        id value = [copy objectForKey:element];
        CFTypeRef begun = begin(reading, value);
        if (begun != NULL) core->CFDictionaryAddValue((CFMutableDictionaryRef)target, made, begun);
        let_go(reading);
        if (begun == NULL) return NO;
        core->CFRelease(begun);
        if (!fill(reading, begun, value, depth + 1)) return NO;
    }
    return YES;
}

CFTypeRef lk_copy_in(const struct lk_core *core, id object) {
    struct reading reading = {.core = core, .left = most_elements};
    CFTypeRef volatile made = NULL;
    @try {
        made = begin(&reading, object);
        if (made != NULL && fill(&reading, made, object, 0)) return made;
    } @catch (id raised) {
        // The answer is that of an object which the core does not know.
    }
    while (reading.held_count > 0) let_go(&reading);
    if (made != NULL) core->CFRelease(made);
    return NULL;
}
