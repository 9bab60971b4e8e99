// Weak references to objects of GNUstep's classes, also of those that have been used before the program's first line.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

/// A subclass of such a class, with the same way to count.
@interface Lock : NSLock
@end
@implementation Lock
@end

@interface Client : NSObject
@property(nonatomic, weak) id other;
@end
@implementation Client
@end

#define LIVES(...) \
    do { \
        id made = (__VA_ARGS__); \
        __weak id reference = made; \
        CHECK(made != nil && reference == made, "a weak reference to %s", #__VA_ARGS__); \
    } while (0)

#define ENDS(...) \
    do { \
        __weak id reference = nil; \
        @autoreleasepool { \
            id made = (__VA_ARGS__); \
            reference = made; \
            CHECK(made != nil && reference == made, "a weak reference to %s", #__VA_ARGS__); \
        } \
        CHECK(reference == nil, "which ends with it"); \
    } while (0)

int main(void) {
    @autoreleasepool {
        unsigned char byte = 1;
        ENDS([[NSMutableString alloc] initWithString:@"a"]);
        ENDS([[NSString alloc] initWithFormat:@"number %d", 7]);
        ENDS([[NSNumber alloc] initWithInt:7777]);
        ENDS([[NSNumber alloc] initWithDouble:1.5]);
        ENDS([[NSData alloc] initWithBytes:&byte length:1]);
        ENDS([[NSMutableData alloc] initWithLength:1]);
        ENDS([[NSLock alloc] init]);
        ENDS([[Lock alloc] init]);
        ENDS([[NSRecursiveLock alloc] init]);
        ENDS([[NSCondition alloc] init]);
        ENDS([NSValue valueWithPointer:&byte]);
        ENDS([NSValue valueWithRange:NSMakeRange(1, 2)]);
        ENDS([[NSMutableCharacterSet alloc] init]);
        ENDS([[NSMutableArray alloc] init]);
        ENDS([[NSMutableDictionary alloc] init]);
        ENDS([[NSMutableSet alloc] init]);
        ENDS([[NSUUID alloc] init]);
        ENDS([[NSURL alloc] initWithString:@"https://example.com"]);
        ENDS([[NSError alloc] initWithDomain:@"a" code:1 userInfo:nil]);
        ENDS([[NSDecimalNumber alloc] initWithString:@"12.5"]);
        ENDS([NSIndexSet indexSetWithIndex:1]);
        LIVES(@5);
        LIVES(@-1);
        LIVES(@YES);
        LIVES(@"constant");
        LIVES([NSData data]);
        LIVES([NSArray array]);
        LIVES([NSDate date]);
        LIVES([NSDate distantPast]);
        LIVES([NSDecimalNumber zero]);
        LIVES([NSCharacterSet whitespaceCharacterSet]);
        LIVES([NSThread currentThread]);
        LIVES([NSRunLoop currentRunLoop]);
        LIVES([NSTimeZone defaultTimeZone]);
        LIVES([NSLocale currentLocale]);
        LIVES([NSUserDefaults standardUserDefaults]);
        LIVES([NSNotificationCenter defaultCenter]);
        LIVES([NSFileManager defaultManager]);
        LIVES([NSProcessInfo processInfo]);
        Client *client = [Client new];
        @autoreleasepool {
            Lock *lock = [Lock new];
            client.other = lock;
            CHECK(client.other == lock, "a weak property with a lock");
        }
        CHECK(client.other == nil, "is nil when that has ended");
    }
    return wrong;
}
