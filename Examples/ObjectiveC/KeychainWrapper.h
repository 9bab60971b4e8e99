// The class that articles write around the four calls: passwords of a service, in a group.
// SPDX-License-Identifier: Apache-2.0
#import <Foundation/Foundation.h>
#import <Security/Security.h>

@interface KeychainWrapper : NSObject

@property(nonatomic, copy) NSString *service;
@property(nonatomic, copy) NSString *group;

- (instancetype)initWithSevice:(NSString *)service withGroup:(NSString *)group;
- (BOOL)savePassword:(NSString *)password forAccount:(NSString *)account;
- (NSString *)readPasswordForAccount:(NSString *)account;
- (NSArray *)passwordItemsForService;
- (BOOL)deleteItemForAccount:(NSString *)account;

@end
