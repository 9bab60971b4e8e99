// Weak references in code that counts by hand.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

@interface Named : NSObject
@property(nonatomic, weak) NSObject *other;
@end
@implementation Named
@end

#pragma clang diagnostic ignored "-Wdeprecated-objc-isa-usage"
@interface Named (Kind)
- (Class)kind;
@end
@implementation Named (Kind)
- (Class)kind { return isa; }
@end

@interface Stillborn : NSObject
@end
static __weak id seen;
@implementation Stillborn
- (instancetype)init {
    self = [super init];
    seen = self;
    [self dealloc];
    return nil;
}
@end

/// Ends the program: nobody is told when the block ends.
static void refer_to_the_stack(int count) {
    int (^block)(void) = ^{ return count; };
    __weak id impossible = block;
    NSLog(@"%@", impossible);
}

int main(int count, char **arguments) {
    @autoreleasepool {
        if (count > 1) refer_to_the_stack(count);
        NSObject *object = [NSObject new];
        Named *named = [Named new];
        named.other = object;
        CHECK([named kind] == [Named class], "an object's class is where it was");
        @autoreleasepool {
            CHECK(named.other == object, "a weak property has its object");
        }
        @autoreleasepool {
            [object retain];
            [object release];
            CHECK(named.other == object, "and keeps it over a release that is not the last");
        }
        [object release];
        CHECK(named.other == nil, "then it is nil");
        CHECK([[Stillborn alloc] init] == nil && seen == nil, "also if an initialiser ends the object");
        [named release];
    }
    return wrong;
}
