// Blocks: what they capture, in collections and properties, and those that calls of Security call.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <unistd.h>

static int living;
@interface Thing : NSObject
@property(nonatomic, copy) int (^block)(int);
@end
@implementation Thing
- (instancetype)init {
    living++;
    return [super init];
}
- (void)dealloc {
    living--;
#if !__has_feature(objc_arc)
    [_block release];
#endif
    SUPER_DEALLOC();
}
@end

typedef int (^Counter)(void);

static Counter counter(Thing *thing) {
    __block int count = 0;
    Counter block = ^{ return thing == nil ? -1 : ++count; };
#if __has_feature(objc_arc)
    return block;
#else
    return [[block copy] autorelease];
#endif
}

static SecTrustRef trust(void) {
    // A certificate that does not parse is none, so this one is made by the program's parent.
    const char *path = getenv("CERTIFICATE");
    NSData *file = path == NULL ? nil : [NSData dataWithContentsOfFile:[NSString stringWithUTF8String:path]];
    SecCertificateRef certificate = SecCertificateCreateWithData(NULL, BRIDGE(CFDataRef) file);
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef made = NULL;
    CHECK(SecTrustCreateWithCertificates(certificate, policy, &made) == errSecSuccess, "a trust object over a certificate");
    CHECK(SecTrustGetCertificateCount(made) == 1 && CFEqual(SecTrustGetCertificateAtIndex(made, 0), certificate), "which it gives back");
    CFRelease(certificate), CFRelease(policy);
    return made;
}

/// A queue of the program's own. Debian 12 has no libdispatch, of which a program would have this function.
struct dispatch_queue_s {
    int count;
};
void dispatch_async_f(struct dispatch_queue_s *queue, void *context, void (*work)(void *)) {
    queue->count++;
    work(context);
}

int main(void) {
    @autoreleasepool {
        @autoreleasepool {
            Thing *thing = [Thing new];
            Counter block = counter(thing), other = counter(thing);
            LET_GO(thing);
            CHECK(block() == 1 && block() == 2 && other() == 1, "each copy has its own __block variable");
            CHECK(living == 1, "a block that was copied keeps what it captured");
            NSArray *list = @[ block, other ];
            CHECK(((Counter)list[0])() == 3, "a block in an array");
            NSDictionary *table = @{@"block" : other};
            CHECK(((Counter)table[@"block"])() == 2 && [table[@"block"] isEqual:other], "a block in a dictionary");
            CHECK([block isKindOfClass:[NSObject class]] && [NSStringFromClass([(id)block class]) hasSuffix:@"Block__"], "a block has a class");
        }
        CHECK(living == 0, "and ends with the last owner");
        @autoreleasepool {
            Thing *thing = [Thing new];
            int base = 40;
            thing.block = ^(int more) { return base + more; };
            CHECK(thing.block(2) == 42, "a block as a property");
            LET_GO(thing);
        }
        CHECK(living == 0, "which goes with its object");
        __block int sum = 0;
        void (^add)(id) = ^(id number) { sum += [number intValue]; };
        for (NSNumber *number in @[ @1, @2, @3 ]) add(number);
        CHECK(sum == 6, "a __block variable on the stack");

        SecTrustRef evaluated = trust();
        __block volatile int called = 0;
        __block SecTrustResultType verdict = kSecTrustResultInvalid;
        OSStatus status = SecTrustEvaluateAsync(evaluated, NULL, ^(SecTrustRef same, SecTrustResultType result) {
            verdict = CFEqual(same, evaluated) ? result : kSecTrustResultInvalid;
            called = 1;
        });
        for (int wait = 0; wait < 500 && !called; wait++) usleep(10000);
        CHECK(status == errSecSuccess && called && verdict == kSecTrustResultRecoverableTrustFailure, "a block is called with the verdict");
        SecTrustRef none = NULL;
        SecTrustCallback nothing = NULL;
        CHECK(SecTrustEvaluateAsync(none, NULL, ^(SecTrustRef same, SecTrustResultType result){}) == errSecParam, "not for NULL");
        CHECK(SecTrustEvaluateAsync((SecTrustRef) BRIDGE(CFTypeRef) @"text", NULL, ^(SecTrustRef same, SecTrustResultType result){}) == errSecParam, "nor for a string");
        CHECK(SecTrustEvaluateAsync(evaluated, NULL, nothing) == errSecParam, "nor without a block");
        struct dispatch_queue_s queue = {0}, *no_queue = NULL;
        __block CFIndex told = 0;
        SecTrustWithErrorCallback tell = ^(SecTrustRef same, Boolean is_trusted, CFErrorRef error) { told = is_trusted ? 1 : CFErrorGetCode(error); };
        CHECK(SecTrustEvaluateAsyncWithError(evaluated, &queue, tell) == errSecSuccess && queue.count == 1 && told < 0, "on the program's queue, with an error: %ld", (long)told);
        CHECK(SecTrustEvaluateAsyncWithError(evaluated, no_queue, tell) == errSecParam, "for which there must be a queue");
        CFRelease(evaluated);

        __block volatile int answered = 0;
        __block CFIndex code = -1;
        SecAddSharedWebCredential(CFSTR("example.com"), CFSTR("alice"), CFSTR("secret"), ^(CFErrorRef error) {
            code = error == NULL ? 0 : CFErrorGetCode(error);
            answered = 1;
        });
        for (int wait = 0; wait < 500 && !answered; wait++) usleep(10000);
        CHECK(answered, "a web credential is answered: %ld", (long)code);
        answered = 0;
        __block id list = nil;
        SecRequestSharedWebCredential(CFSTR("example.com"), NULL, ^(CFArrayRef credentials, CFErrorRef error) {
            list = [BRIDGE(id) credentials copy];
            code = error == NULL ? 0 : CFErrorGetCode(error);
            answered = 1;
        });
        for (int wait = 0; wait < 500 && !answered; wait++) usleep(10000);
        CHECK(answered && (list == nil || [list isKindOfClass:[NSArray class]]), "and asked for, with GNUstep's objects: %ld", (long)code);
    }
    return wrong;
}
