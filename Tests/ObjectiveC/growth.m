// Many calls of each kind, and how much memory the program has before and after.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long pages(void) {
    long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &all, &resident) != 2) return -1;
    fclose(file);
    return resident;
}

/// A string and an error that raise while they are read.
@interface Raising : NSString
@end
@implementation Raising
- (NSUInteger)length { return 3; }
- (unichar)characterAtIndex:(NSUInteger)place { @throw @"no character"; }
@end
@interface RaisingError : NSError
@end
@implementation RaisingError
- (NSInteger)code { @throw @"no code"; }
@end

/// Queries of which much has been read when they raise.
static NSArray *raising(void) {
    NSString *text = [@"" stringByPaddingToLength:5000 withString:@"x" startingAtIndex:0];
    id string = [[Raising new] autorelease], error = [[[RaisingError alloc] initWithDomain:text code:1 userInfo:nil] autorelease];
    NSSet *deep = [NSSet setWithObject:@[ text, string ]];
    for (int level = 0; level < 60; level++) deep = level % 2 ? [NSSet setWithObject:deep] : (id) @{(id)deep : text};
    return @[ @{text : string}, @{@"set" : [NSSet setWithObject:@[ text, string ]]}, @{@"error" : error}, @{@"array" : @[ text, string ]}, @{@"deep" : deep} ];
}

static void turn(NSDictionary *query, NSArray *odd, SecKeyRef key) {
    @autoreleasepool {
        CFTypeRef found = NULL;
        if (SecItemCopyMatching((CFDictionaryRef)query, &found) != errSecSuccess || [[(id)found objectForKey:(id)kSecValueData] length] != 1000) wrong++;
        CFRelease(found);
        if (SecItemCopyMatching((CFDictionaryRef) @{@"no" : query}, &found) != errSecParam) wrong++;
        for (NSDictionary *one in odd)
            if (SecItemCopyMatching((CFDictionaryRef)one, &found) != errSecParam) wrong++;
        CFErrorRef error = NULL;
        if (SecKeyCreateRandomKey((CFDictionaryRef)query, &error) != NULL || [(NSError *)error code] == 0) wrong++;
        CFRelease(error);
        SecKeyRef half = SecKeyCopyPublicKey(key);
        CFDictionaryRef attributes = SecKeyCopyAttributes(half);
        if (!CFEqual(half, half) || CFDictionaryGetCount(attributes) < 3) wrong++;
        CFRelease(half), CFRelease(attributes);
    }
}

int main(int count, char **arguments) {
    int turns = count > 1 ? atoi(arguments[1]) : 20000;
    @autoreleasepool {
        NSMutableDictionary *query = [@{(id)kSecClass : (id)kSecClassGenericPassword, (id)kSecAttrAccount : @"growth"} mutableCopy];
        query[(id)kSecValueData] = [NSMutableData dataWithLength:1000];
        CHECK(SecItemAdd((CFDictionaryRef)query, NULL) == errSecSuccess, "an entry");
        [query removeObjectForKey:(id)kSecValueData];
        query[(id)kSecReturnData] = @YES, query[(id)kSecReturnAttributes] = @YES;
        SecKeyRef key = SecKeyCreateRandomKey((CFDictionaryRef) @{(id)kSecAttrKeyType : (id)kSecAttrKeyTypeECSECPrimeRandom, (id)kSecAttrKeySizeInBits : @256}, NULL);
        NSArray *odd = raising();
        for (int place = 0; place < turns / 10; place++) turn(query, odd, key);
        long before = pages();
        for (int place = 0; place < turns; place++) turn(query, odd, key);
        long after = pages();
        CHECK(wrong == 0, "every answer is right");
        CHECK(after - before < 256, "%d turns grow by %ld pages", turns, after - before);
    }
    return wrong;
}
