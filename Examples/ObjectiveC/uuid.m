// A UUID that survives reinstallation, the prefix of the program's access groups, and the search dictionary that both
// begin with, in the shape that articles have them. They do not print what encodedIdentifier and
// kUUIDKeychainIdentify are.
// SPDX-License-Identifier: Apache-2.0
#import <Foundation/Foundation.h>
#import <Security/Security.h>

#include <stdio.h>

static NSString *const kUUIDKeychainIdentify = @"org.example.uuid";

@interface DeviceID : NSObject
@end

@implementation DeviceID

+ (NSMutableDictionary *)newSearchDictionary:(NSString *)identifier {
    NSMutableDictionary *searchDictionary = [[NSMutableDictionary alloc] init];
    NSData *encodedIdentifier = [identifier dataUsingEncoding:NSUTF8StringEncoding];
    [searchDictionary setObject:(__bridge id)kSecClassGenericPassword forKey:(__bridge id)kSecClass];
    [searchDictionary setObject:encodedIdentifier forKey:(__bridge id)kSecAttrGeneric];
    [searchDictionary setObject:identifier forKey:(__bridge id)kSecAttrAccount];
    [searchDictionary setObject:identifier forKey:(__bridge id)kSecAttrService];
    return searchDictionary;
}

+ (NSData *)searchKeychainCopyMatching:(NSString *)identifier {
    NSMutableDictionary *searchDictionary = [self newSearchDictionary:identifier];
    [searchDictionary setObject:(__bridge id)kSecMatchLimitOne forKey:(__bridge id)kSecMatchLimit];
    [searchDictionary setObject:(__bridge id)kCFBooleanTrue forKey:(__bridge id)kSecReturnData];
    CFTypeRef result = NULL;
    SecItemCopyMatching((__bridge CFDictionaryRef)searchDictionary, &result);
    return CFBridgingRelease(result);
}

+ (BOOL)createKeychainValue:(NSString *)value forIdentifier:(NSString *)identifier {
    NSMutableDictionary *dictionary = [self newSearchDictionary:identifier];
    [dictionary setObject:[value dataUsingEncoding:NSUTF8StringEncoding] forKey:(__bridge id)kSecValueData];
    return SecItemAdd((__bridge CFDictionaryRef)dictionary, NULL) == errSecSuccess;
}

+ (NSString *)getUUID {
    NSData *data = [self searchKeychainCopyMatching:kUUIDKeychainIdentify];
    if (data) {
        return [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding];
    }
    CFUUIDRef uuid = CFUUIDCreate(kCFAllocatorDefault);
    CFStringRef string = CFUUIDCreateString(kCFAllocatorDefault, uuid);
    NSString *made = [NSString stringWithString:(__bridge NSString *)string];
    CFRelease(string);
    CFRelease(uuid);
    return [self createKeychainValue:made forIdentifier:kUUIDKeychainIdentify] ? made : nil;
}

+ (NSString *)bundleSeedID {
    NSDictionary *query = [NSDictionary dictionaryWithObjectsAndKeys:(__bridge id)kSecClassGenericPassword, (__bridge id)kSecClass, @"bundleSeedID", kSecAttrAccount, @"",
                                                                     kSecAttrService, (id)kCFBooleanTrue, kSecReturnAttributes, nil];
    CFDictionaryRef result = nil;
    OSStatus status = SecItemCopyMatching((__bridge CFDictionaryRef)query, (CFTypeRef *)&result);
    if (status == errSecItemNotFound) {
        status = SecItemAdd((__bridge CFDictionaryRef)query, (CFTypeRef *)&result);
    }
    if (status != errSecSuccess) {
        return nil;
    }
    NSString *accessGroup = [(__bridge NSDictionary *)result objectForKey:(__bridge id)kSecAttrAccessGroup];
    NSString *seedID = [[[accessGroup componentsSeparatedByString:@"."] objectEnumerator] nextObject];
    CFRelease(result);
    return seedID;
}

@end

int main(void) {
    @autoreleasepool {
        NSString *uuid = [DeviceID getUUID], *seed = [DeviceID bundleSeedID];
        printf("%s %s\n", [uuid UTF8String], [seed UTF8String]);
        return uuid == nil || seed == nil;
    }
}
