// Each of the four calls with __bridge, one after the other, as the shortest articles print them. The line breaks
// behind their comments are lost in print, and are put back; so are the declarations of the results.
// SPDX-License-Identifier: Apache-2.0
#import <Foundation/Foundation.h>
#import <Security/Security.h>

int main(void) {
    @autoreleasepool {
        // The query
        NSMutableDictionary *query = [NSMutableDictionary dictionaryWithDictionary:@{
            (__bridge id)kSecClass : (__bridge id)kSecClassGenericPassword,
            (__bridge id)kSecAttrService : @"org.example.calls",
            (__bridge id)kSecAttrAccount : @"ann",
        }];
        SecItemDelete((__bridge CFDictionaryRef)query);

        // Add
        NSMutableDictionary *item = [query mutableCopy];
        item[(__bridge id)kSecValueData] = [@"first" dataUsingEncoding:NSUTF8StringEncoding];
        item[(__bridge id)kSecAttrAccessible] = (__bridge id)kSecAttrAccessibleAfterFirstUnlock;
        OSStatus status = SecItemAdd((__bridge CFDictionaryRef)item, NULL);
        printf("add: %d\n", (int)status);

        // Update
        NSDictionary *update = @{(__bridge id)kSecValueData : [@"second" dataUsingEncoding:NSUTF8StringEncoding]};
        // One article has the arguments the other way round
        OSStatus statue = SecItemUpdate((__bridge CFDictionaryRef)update, (__bridge CFDictionaryRef)query);
        printf("update, the wrong way round: %d\n", (int)statue);
        statue = SecItemUpdate((__bridge CFDictionaryRef)query, (__bridge CFDictionaryRef)update);
        printf("update: %d\n", (int)statue);

        // Query
        query[(__bridge id)kSecReturnData] = @YES;
        query[(__bridge id)kSecReturnAttributes] = @YES;
        CFTypeRef result = NULL;
        status = SecItemCopyMatching((__bridge CFDictionaryRef)query, &result);
        CFMutableDictionaryRef found = (CFMutableDictionaryRef)result;
        CFDictionarySetValue(found, CFSTR("seen"), kCFBooleanTrue);
        NSDictionary *attributes = CFBridgingRelease(result);
        NSString *password = [[NSString alloc] initWithData:attributes[(__bridge id)kSecValueData] encoding:NSUTF8StringEncoding];
        printf("query: %d %s %d\n", (int)status, [password UTF8String], [attributes[@"seen"] boolValue]);

        // Delete
        [query removeObjectForKey:(__bridge id)kSecReturnData];
        [query removeObjectForKey:(__bridge id)kSecReturnAttributes];
        status = SecItemDelete((__bridge CFDictionaryRef)query);
        printf("delete: %d\n", (int)status);
        status = SecItemCopyMatching((__bridge CFDictionaryRef)query, &result);
        printf("query: %d\n", (int)status);
    }
    return 0;
}
