// What the articles do not print: who calls the wrapper.
// SPDX-License-Identifier: Apache-2.0
#import "KeychainWrapper.h"

#include <stdio.h>

int main(void) {
    @autoreleasepool {
        KeychainWrapper *keychain = [[KeychainWrapper alloc] initWithSevice:@"org.example.wrapper" withGroup:nil];
        [keychain deleteItemForAccount:nil];
        BOOL first = [keychain savePassword:@"first" forAccount:@"ann"];
        printf("saved %d: %s\n", first, [[keychain readPasswordForAccount:@"ann"] UTF8String]);
        BOOL second = [keychain savePassword:@"zweites Paßwort" forAccount:@"ann"];
        printf("saved again %d: %s\n", second, [[keychain readPasswordForAccount:@"ann"] UTF8String]);
        [keychain savePassword:@"third" forAccount:@"bob"];
        printf("all: %s\n", [[[keychain passwordItemsForService] componentsJoinedByString:@" "] UTF8String]);
        BOOL deleted = [keychain deleteItemForAccount:@"ann"], again = [keychain deleteItemForAccount:@"ann"];
        printf("deleted: %d again: %d\n", deleted, again);
        printf("left: %s read: %s\n", [[[keychain passwordItemsForService] componentsJoinedByString:@" "] UTF8String],
               [[keychain readPasswordForAccount:@"ann"] UTF8String] ?: "nothing");
        KeychainWrapper *foreign = [[KeychainWrapper alloc] initWithSevice:@"org.example.wrapper" withGroup:@"TEAMID.org.example.other"];
        printf("in a foreign group: %d\n", [foreign savePassword:@"secret" forAccount:@"ann"]);
        [keychain deleteItemForAccount:nil];
    }
    return 0;
}
