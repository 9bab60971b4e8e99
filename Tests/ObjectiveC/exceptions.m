// Exceptions: thrown, caught by class, passed on, with @finally; and those that are raised while a call of Security
// reads an object.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

@interface Trouble : NSException
@end
@implementation Trouble
@end

@interface Raising : NSString
@end
@implementation Raising
- (NSUInteger)length { return 3; }
- (unichar)characterAtIndex:(NSUInteger)place { @throw [Trouble exceptionWithName:@"trouble" reason:nil userInfo:nil]; }
@end

@interface RaisingDictionary : NSDictionary
@end
@implementation RaisingDictionary
- (NSUInteger)count { return 1; }
- (NSEnumerator *)keyEnumerator { return [@[ BRIDGE(id) kSecClass ] objectEnumerator]; }
- (id)objectForKey:(id)key { [NSException raise:@"lost" format:@"%@", key]; return nil; }
@end

static int ends;
@interface Owned : NSObject
@end
@implementation Owned
- (void)dealloc {
    ends++;
    SUPER_DEALLOC();
}
@end

static int order;

static int leaves(int how) {
    @try {
        if (how == 0) return 1;
        if (how == 1) @throw [Trouble exceptionWithName:@"one" reason:@"because" userInfo:nil];
        if (how == 2) @throw @"a string";
        [NSException raise:@"three" format:@"%d", 3];
    } @catch (Trouble *trouble) {
        return 2;
    } @catch (NSException *exception) {
        return [exception.name isEqual:@"three"] ? 3 : -1;
    } @catch (id other) {
        return [other isEqual:@"a string"] ? 4 : -1;
    } @finally {
        order++;
    }
    return 0;
}

static void passes_on(void) {
    @try {
        @try {
            @throw [Trouble exceptionWithName:@"inner" reason:nil userInfo:nil];
        } @catch (NSException *exception) {
            @throw;
        } @finally {
            order = order * 10 + 1;
        }
    } @finally {
        order = order * 10 + 2;
    }
}

static int adder(void *context) {
    NSDictionary *item = @{BRIDGE(id) kSecClass : BRIDGE(id) kSecClassGenericPassword, BRIDGE(id) kSecAttrAccount : BRIDGE(id) context};
    return SecItemAdd(BRIDGE(CFDictionaryRef) item, NULL);
}

static void applied(const void *value, void *context) { @throw [Trouble exceptionWithName:@"applied" reason:nil userInfo:nil]; }

int main(void) {
    @autoreleasepool {
        CHECK(leaves(0) == 1 && leaves(1) == 2 && leaves(2) == 4 && leaves(3) == 3, "each is caught by its class");
        CHECK(order == 4, "@finally runs whichever way is taken");
        order = 0;
        NSString *caught = nil;
        @try {
            passes_on();
        } @catch (Trouble *trouble) {
            caught = trouble.name;
        }
        CHECK([caught isEqual:@"inner"] && order == 12, "passed on through two @finally");
        BOOL again = NO;
        NSObject *lock = [NSObject new];
        @try {
            @synchronized(lock) { @throw @1; }
        } @catch (id number) {
            @synchronized(lock) { again = YES; }
        }
        CHECK(again, "@synchronized opens its lock on the way out");
        LET_GO(lock);

        Raising *raising = [Raising new];
        for (int time = 0; time < 100; time++)
            if (adder(BRIDGE(void *) raising) != errSecParam) wrong++;
        CHECK(wrong == 0, "a string that raises while it is read is an argument of the wrong kind");
        RaisingDictionary *dictionary = [RaisingDictionary new];
        CFTypeRef found = BRIDGE(CFTypeRef) @"untouched";
        CHECK(SecItemCopyMatching(BRIDGE(CFDictionaryRef) dictionary, &found) == errSecParam && [BRIDGE(id) found isEqual:@"untouched"], "so is a dictionary");
        CFErrorRef error = NULL;
        CHECK(SecKeyCreateRandomKey(BRIDGE(CFDictionaryRef) dictionary, &error) == NULL && CFErrorGetCode(error) == errSecParam, "the error says so");
        CFRelease(error);
        CHECK(adder(BRIDGE(void *) @"after") == errSecSuccess, "the next call is as ever");

        caught = nil;
        @try {
            CFArrayApplyFunction(BRIDGE(CFArrayRef) @[ @1 ], CFRangeMake(0, 1), applied, NULL);
        } @catch (Trouble *trouble) {
            caught = trouble.name;
        }
        CHECK([caught isEqual:@"applied"], "an exception of the program passes through a call of Core Foundation");
        caught = nil;
        @try {
            CFArrayGetValueAtIndex(BRIDGE(CFArrayRef) @[], 5);
        } @catch (NSException *exception) {
            caught = exception.name;
        }
        CHECK([caught isEqual:NSRangeException], "a place that is not there raises GNUstep's exception");
        caught = nil;
        @try {
            CFDictionarySetValue((CFMutableDictionaryRef) BRIDGE(CFTypeRef) @{}, CFSTR("key"), CFSTR("value"));
        } @catch (NSException *exception) {
            caught = exception.name;
        }
        CHECK(caught != nil, "so does a change of a dictionary that cannot be changed");
        CFArrayCallBacks own = {0, NULL, NULL, NULL, NULL};
        CHECK(CFArrayCreateMutable(NULL, 0, &own) == NULL && CFArrayCreate(NULL, NULL, 0, &own) == NULL, "a collection with other callbacks is refused");
        @autoreleasepool {
            @try {
                Owned *owned = [Owned new];
#if !__has_feature(objc_arc)
                [owned autorelease];
#endif
                if (owned != nil) @throw @"gone";
            } @catch (id any) {
            }
        }
        CHECK(ends == 1, "what a scope owned ends if an exception leaves it");
        LET_GO(raising), LET_GO(dictionary);
    }
    return wrong;
}
