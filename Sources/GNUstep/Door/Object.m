// Objects that GNUstep has no class for, and those that are made when this library is loaded.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

id lk_missing;

@implementation LKSecObject

- (id)initWithCore:(CFTypeRef)object {
    if ((self = [super init]) != nil) core = object;
    return self;
}

- (void)dealloc {
    if (core != NULL) lk_core()->CFRelease(core);
    [kept release];
    [super dealloc];
}

/// The object of the core does not change, so a dictionary may have it as a key.
- (id)copyWithZone:(NSZone *)zone {
    return [self retain];
}

- (BOOL)isEqual:(id)other {
    if (self == other) return YES;
    return [other isKindOfClass:[LKSecObject class]] && lk_core()->CFEqual(core, ((LKSecObject *)other)->core);
}

- (NSUInteger)hash {
    return lk_core()->CFHash(core);
}

- (NSString *)description {
    CFTypeRef text = lk_core()->CFCopyDescription(core);
    NSString *description = lk_copy_out(lk_core(), text);
    lk_core()->CFRelease(text);
    return [description autorelease];
}

@end

/// Of a class that the door refuses.
@interface LKMissing : NSObject
@end

@implementation LKMissing

/// Before the program's own +load and constructors run.
+ (void)load {
    lk_missing = [[LKMissing alloc] init];
    lk_look_for_another();
}

@end
