/* Keychains of files: the room for a path, and unlocking without a password. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count < 2) return 2;
    char path[1024] = "unchanged";
    UInt32 length = (UInt32)strlen(arguments[1]), room = 1;
    SecKeychainRef keychain = NULL;
    printf("create %d\n", (int)SecKeychainCreate(arguments[1], 1, "a", 0, NULL, &keychain));
    printf("too small %d", (int)SecKeychainGetPath(keychain, &room, path));
    printf(" %d %s\n", room == length, path);
    printf("without the zero byte %d\n", (int)SecKeychainGetPath(keychain, &room, path));
    room = length + 1;
    printf("path %d", (int)SecKeychainGetPath(keychain, &room, path));
    printf(" %d %d\n", room == length, strcmp(path, arguments[1]));
    printf("open %d\n", (int)SecKeychainUnlock(keychain, 0, NULL, 0));
    printf("lock %d\n", (int)SecKeychainLock(keychain));
    printf("locked %d\n", (int)SecKeychainUnlock(keychain, 0, NULL, 0));
    printf("delete %d\n", (int)SecKeychainDelete(keychain));
    CFRelease(keychain);
    return 0;
}
