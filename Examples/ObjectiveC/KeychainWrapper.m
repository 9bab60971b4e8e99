// Save, read, list and delete, as articles about iOS have them. Nothing in this file was written for Linux.
// SPDX-License-Identifier: Apache-2.0
#import "KeychainWrapper.h"

@implementation KeychainWrapper

- (instancetype)initWithSevice:(NSString *)service withGroup:(NSString *)group {
    self = [super init];
    if (self) {
        self.service = service;
        self.group = group;
    }
    return self;
}

- (NSMutableDictionary *)queryForAccount:(NSString *)account {
    NSMutableDictionary *query = [NSMutableDictionary dictionary];
    query[(__bridge id)kSecClass] = (__bridge id)kSecClassGenericPassword;
    query[(__bridge id)kSecAttrService] = self.service;
    if (account) {
        query[(__bridge id)kSecAttrAccount] = account;
    }
    if (self.group) {
        query[(__bridge id)kSecAttrAccessGroup] = self.group;
    }
    return query;
}

- (BOOL)savePassword:(NSString *)password forAccount:(NSString *)account {
    NSData *passwordData = [password dataUsingEncoding:NSUTF8StringEncoding];
    NSMutableDictionary *query = [self queryForAccount:account];
    OSStatus status = SecItemCopyMatching((__bridge CFDictionaryRef)query, NULL);
    if (status == errSecSuccess) {
        NSDictionary *attributesToUpdate = @{(__bridge id)kSecValueData : passwordData};
        status = SecItemUpdate((__bridge CFDictionaryRef)query, (__bridge CFDictionaryRef)attributesToUpdate);
    } else if (status == errSecItemNotFound) {
        query[(__bridge id)kSecValueData] = passwordData;
        status = SecItemAdd((__bridge CFDictionaryRef)query, NULL);
    }
    return status == errSecSuccess;
}

- (NSString *)readPasswordForAccount:(NSString *)account {
    NSMutableDictionary *query = [self queryForAccount:account];
    query[(__bridge id)kSecMatchLimit] = (__bridge id)kSecMatchLimitOne;
    query[(__bridge id)kSecReturnAttributes] = (__bridge id)kCFBooleanTrue;
    query[(__bridge id)kSecReturnData] = (__bridge id)kCFBooleanTrue;
    CFTypeRef result = NULL;
    OSStatus status = SecItemCopyMatching((__bridge CFDictionaryRef)query, &result);
    if (status != errSecSuccess) {
        return nil;
    }
    NSDictionary *item = CFBridgingRelease(result);
    NSData *passwordData = item[(__bridge id)kSecValueData];
    NSString *password = [[NSString alloc] initWithData:passwordData encoding:NSUTF8StringEncoding];
    return password;
}

- (NSArray *)passwordItemsForService {
    NSMutableDictionary *query = [self queryForAccount:nil];
    [query setObject:(__bridge id)kSecMatchLimitAll forKey:(__bridge id)kSecMatchLimit];
    [query setObject:@YES forKey:(__bridge id)kSecReturnAttributes];
    [query setObject:@NO forKey:(__bridge id)kSecReturnData];
    CFArrayRef result = nil;
    OSStatus status = SecItemCopyMatching((__bridge CFDictionaryRef)query, (CFTypeRef *)&result);
    if (status != errSecSuccess) {
        return @[];
    }
    NSMutableArray *accounts = [NSMutableArray array];
    for (NSDictionary *item in (NSArray *)CFBridgingRelease(result)) {
        [accounts addObject:item[(__bridge id)kSecAttrAccount]];
    }
    return [accounts sortedArrayUsingSelector:@selector(compare:)];
}

- (BOOL)deleteItemForAccount:(NSString *)account {
    NSMutableDictionary *query = [self queryForAccount:account];
    return SecItemDelete((__bridge CFDictionaryRef)query) == errSecSuccess;
}

@end
