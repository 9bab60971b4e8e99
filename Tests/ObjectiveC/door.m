// The door itself, both ways: random objects come back as they went in, and what the core does not know is refused.
// Compiled together with the sources of the library, by GCC: its functions are not exported.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"
#include "check.h"

#include <stdlib.h>

static unsigned long state = 1;
static unsigned long any(unsigned long below) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (state >> 33) % below;
}

/// An object that the core knows, to be released.
static id object(int depth) {
    unichar units[8];
    unsigned char bytes[16];
    for (int place = 0; place < 8; place++) units[place] = (unichar)(any(4) == 0 ? 0xD800 + any(0x800) : any(3) == 0 ? any(3) : any(0x10000));
    if (any(8) == 0) units[0] = any(2) ? 0xFEFF : 0xFFFE;
    for (int place = 0; place < 16; place++) bytes[place] = (unsigned char)any(256);
    switch (any(depth == 0 ? 16 : 20)) {
    case 0: return [(id)kCFBooleanTrue retain];
    case 1: return [(id)kCFBooleanFalse retain];
    case 2: return [[NSNumber alloc] initWithChar:(char)any(2)];
    case 3: return [[NSNumber alloc] initWithUnsignedChar:(unsigned char)any(256)];
    case 4: return [[NSNumber alloc] initWithShort:(short)any(65536)];
    case 5: return [[NSNumber alloc] initWithInt:(int)any(1UL << 31) * (any(2) ? 1 : -1)];
    case 6: return [[NSNumber alloc] initWithLongLong:(long long)(any(1UL << 31) << any(32)) * (any(2) ? 1 : -1)];
    case 7: return [[NSNumber alloc] initWithUnsignedLongLong:any(1UL << 31) << any(33)];
    case 8: return [[NSNumber alloc] initWithFloat:(float)any(1000) / 7];
    case 9: return [[NSNumber alloc] initWithDouble:(double)any(1000) / 7];
    case 10: return [[NSData alloc] initWithBytes:bytes length:any(17)];
    case 11: return [[NSDate alloc] initWithTimeIntervalSinceReferenceDate:(double)any(1UL << 31) / 3];
    case 12: return [[NSNull null] retain];
    case 13: return [[NSUUID alloc] initWithUUIDBytes:bytes];
    case 14: return [[NSURL alloc] initWithString:[NSString stringWithFormat:@"https://example.com/%lu?a=b", any(100)]];
    case 15: return lk_string(units, any(9));
    case 16: {
        NSMutableSet *set = [[NSMutableSet alloc] init];
        for (unsigned long left = any(4); left > 0; left--) [set addObject:[NSNumber numberWithInt:(int)any(100)]];
        return set;
    }
    case 17: {
        NSMutableArray *array = [[NSMutableArray alloc] init];
        for (unsigned long left = any(5); left > 0; left--) [array addObject:[object(depth - 1) autorelease]];
        return array;
    }
    default: {
        NSMutableDictionary *dictionary = [[NSMutableDictionary alloc] init];
        for (unsigned long left = any(5); left > 0; left--)
            [dictionary setObject:[object(depth - 1) autorelease] forKey:[NSString stringWithFormat:@"key %lu", any(50)]];
        return dictionary;
    }
    }
}

/// Equal, and of the same kind: a boolean is no number here, and a float no integer.
static BOOL same(id one, id other) {
    if ([one isKindOfClass:[NSNumber class]]) {
        BOOL is_boolean = one == (id)kCFBooleanTrue || one == (id)kCFBooleanFalse;
        if (is_boolean) return one == other;
        return CFNumberIsFloatType((CFNumberRef)one) == CFNumberIsFloatType((CFNumberRef)other) && [one compare:other] == NSOrderedSame;
    }
    if ([one isKindOfClass:[NSString class]]) {
        NSUInteger length = [one length];
        if (![other isKindOfClass:[NSString class]] || [other length] != length) return NO;
        for (NSUInteger place = 0; place < length; place++)
            if ([one characterAtIndex:place] != [other characterAtIndex:place]) return NO;
        return YES;
    }
    if ([one isKindOfClass:[NSArray class]]) {
        if (![other isKindOfClass:[NSMutableArray class]] || [one count] != [other count]) return NO;
        for (NSUInteger place = 0; place < [one count]; place++)
            if (!same([one objectAtIndex:place], [other objectAtIndex:place])) return NO;
        return YES;
    }
    if ([one isKindOfClass:[NSDictionary class]]) {
        if (![other isKindOfClass:[NSMutableDictionary class]] || [one count] != [other count]) return NO;
        NSEnumerator *keys = [one keyEnumerator];
        for (id key; (key = [keys nextObject]) != nil;)
            if (!same([one objectForKey:key], [other objectForKey:key])) return NO;
        return YES;
    }
    return [one isEqual:other];
}

static BOOL is_refused(id object) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    CFTypeRef made = lk_copy_in(lk_core(), object);
    if (made != NULL) lk_core()->CFRelease(made);
    [pool release];
    return made == NULL;
}

/// Text that begins with a mark of the byte order, with and without what GNUstep makes no string of.
static BOOL keeps_marks(const struct lk_core *core) {
    const unichar texts[][3] = {{0xFEFF, 'a', 0xE4}, {0xFFFE, 'a', 0xE4}, {0xFEFF, 0xFEFF, 'a'}, {0xFFFE, 0xD800, 'a'}, {'a', 0xFEFF, 0xFFFE}};
    for (int text = 0; text < 5; text++) {
        NSMutableString *given = [NSMutableString string];
        for (int place = 0; place < 3; place++) [given appendFormat:@"%C", texts[text][place]];
        CFTypeRef in = lk_copy_in(core, given);
        NSString *back = [lk_copy_out(core, in) autorelease], *made = [lk_string(texts[text], 3) autorelease];
        core->CFRelease(in);
        if ([back length] != 3 || [made length] != 3 || ![back isEqual:given] || ![given isEqual:made] || [back hash] != [given hash]) return NO;
        for (NSUInteger place = 0; place < 3; place++)
            if ([back characterAtIndex:place] != texts[text][place]) return NO;
    }
    return YES;
}

/// Changes the array that it is in as soon as somebody asks for its length.
@interface Meddling : NSString {
  @public
    NSMutableArray *owner;
    int asked;
}
@end
@implementation Meddling
- (NSUInteger)length {
    if (asked++ == 0) [owner removeAllObjects];
    return asked > 3 ? 1000000 : 1;
}
- (unichar)characterAtIndex:(NSUInteger)place {
    return 'x';
}
@end

/// A root class without any method.
__attribute__((objc_root_class)) @interface Stranger {
    Class isa;
}
@end
@implementation Stranger
+ (id)alloc {
    return class_createInstance(self, 0);
}
@end

static id nested(int levels) {
    id inner = [NSArray array];
    while (--levels > 0) inner = [NSArray arrayWithObject:inner];
    return inner;
}

int main(int count, char **arguments) {
    long turns = count > 1 ? atol(arguments[1]) : 20000;
    state = count > 2 ? strtoul(arguments[2], NULL, 10) : 1;
    NSAutoreleasePool *whole = [[NSAutoreleasePool alloc] init];
    const struct lk_core *core = lk_core();
    CHECK(core != NULL, "the core is there");
    long different = 0;
    for (long turn = 0; turn < turns; turn++) {
        NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
        id given = [object(4) autorelease];
        CFTypeRef in = lk_copy_in(core, given);
        id back = [lk_copy_out(core, in) autorelease];
        if (in == NULL || !same(given, back)) {
            if (different++ == 0) printf("turn %ld: %s became %s\n", turn, [[given description] UTF8String], [[back description] UTF8String]);
        }
        if (in != NULL) core->CFRelease(in);
        [pool release];
    }
    CHECK(different == 0, "%ld random objects come back as they went in", turns);

    CHECK(keeps_marks(core), "marks of the byte order are characters");

    CHECK(!is_refused(nested(64)) && is_refused(nested(66)) && is_refused(nested(100000)), "too many levels are refused");
    NSMutableArray *circle = [NSMutableArray array];
    [circle addObject:circle];
    CHECK(is_refused(circle), "a circle is refused");
    NSMutableDictionary *pair = [NSMutableDictionary dictionary];
    [pair setObject:pair forKey:@"self"];
    CHECK(is_refused(pair), "one of a dictionary too");
    [circle removeAllObjects], [pair removeAllObjects];
    if (count < 4) {
        id doubled = [NSArray array];
        for (int level = 0; level < 40; level++) doubled = [NSArray arrayWithObjects:doubled, doubled, nil];
        CHECK(is_refused(doubled), "2^40 elements in 40 objects are refused");
        NSMutableArray *many = [NSMutableArray array];
        for (int place = 0; place < 1000000; place++) [many addObject:@""];
        CHECK(is_refused(many), "a million elements are refused");
        [many removeLastObject];
        CHECK(!is_refused(many), "one less is not");
    }
    CHECK(is_refused(nil) && is_refused([NSObject class]) && is_refused([[[NSObject alloc] init] autorelease]) && is_refused([NSThread currentThread]),
          "other objects are refused, and classes");
    id stranger = [Stranger alloc];
    CHECK(is_refused(stranger) && is_refused([NSArray arrayWithObject:[NSValue valueWithPointer:NULL]]), "another root class, and other values");
    CHECK(is_refused([NSArray arrayWithObject:lk_missing]), "NULL in a collection is refused");
    Meddling *meddling = [[[Meddling alloc] init] autorelease];
    NSMutableArray *changing = [NSMutableArray arrayWithObjects:@"a", meddling, @"b", nil];
    meddling->owner = changing;
    CHECK(!is_refused(changing) && [changing count] == 0, "an array that changes while it is read is read as it was");
    CHECK(is_refused([[[NSAttributedString alloc] initWithString:@"a"] autorelease]), "attributed text is refused");
    NSError *error = [NSError errorWithDomain:NSOSStatusErrorDomain code:-50 userInfo:nil];
    CFTypeRef in = lk_copy_in(core, error);
    NSError *back = [lk_copy_out(core, in) autorelease];
    CHECK([back code] == -50 && [[back domain] isEqual:NSOSStatusErrorDomain], "errors have their domain and code");
    core->CFRelease(in);
    NSNumber *huge = [NSNumber numberWithUnsignedLongLong:~0ULL];
    in = lk_copy_in(core, huge);
    CHECK([[lk_copy_out(core, in) autorelease] doubleValue] == 0x1p64, "what no signed number has is a floating-point number");
    core->CFRelease(in);
    NSMutableData *large = [NSMutableData dataWithLength:100 << 20];
    in = lk_copy_in(core, large);
    CHECK([[lk_copy_out(core, in) autorelease] isEqual:large], "100 MB of data");
    core->CFRelease(in);
    [whole release];
    return wrong;
}
