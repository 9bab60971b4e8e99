/* Finds one password again and again; the first argument says how often. Prints microseconds of one lookup. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
    int times = count > 1 ? atoi(arguments[1]) : 1;
    CFMutableDictionaryRef query = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(query, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(query, kSecAttrService, CFSTR("bench"));
    CFDictionarySetValue(query, kSecAttrAccount, CFSTR("alice"));
    CFMutableDictionaryRef item = CFDictionaryCreateMutableCopy(NULL, 0, query);
    CFDictionarySetValue(item, kSecValueData, CFDataCreate(NULL, (const UInt8 *)"secret", 6));
    OSStatus status = SecItemAdd(item, NULL);
    if (status != errSecSuccess && status != errSecDuplicateItem) return 1;
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    double began = 0;
    for (int turn = -200; turn < times; turn++) {
        CFTypeRef found = NULL;
        if (turn == 0) began = now();
        if (SecItemCopyMatching(query, &found) != errSecSuccess) return 1;
        CFRelease(found);
    }
    printf("%.2f\n", (now() - began) / times);
    return 0;
}
