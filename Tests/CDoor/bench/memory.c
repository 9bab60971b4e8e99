/* Makes and releases copies, errors and keys; the first argument says how many of each. Prints KiB of memory after a tenth, and in the end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long resident(void) {
    char line[256];
    long found = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) found = atol(line + 6);
    }
    if (file != NULL) fclose(file);
    return found;
}

int main(int count, char **arguments) {
    int times = count > 1 ? atoi(arguments[1]) : 1000;
    CFMutableDictionaryRef query = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)"secret", 6);
    CFDictionarySetValue(query, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(query, kSecAttrService, CFSTR("memory"));
    CFDictionarySetValue(query, kSecValueData, secret);
    SecItemAdd(query, NULL);
    CFDictionaryRemoveValue(query, kSecValueData);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    int bits = 256;
    CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
    const void *keys[] = {kSecAttrKeyType, kSecAttrKeySizeInBits}, *values[] = {kSecAttrKeyTypeECSECPrimeRandom, size};
    CFDictionaryRef parameters = CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    for (int turn = 0; turn < times; turn++) {
        CFTypeRef found = NULL;
        CFErrorRef error = NULL;
        if (turn == times / 10) printf("%ld ", resident());
        if (SecItemCopyMatching(query, &found) != errSecSuccess) return 1;
        SecKeyRef key = SecKeyCreateRandomKey(parameters, NULL), none = SecKeyCreateRandomKey(query, &error);
        if (key == NULL || none != NULL || error == NULL) return 1;
        CFRelease(found);
        CFRelease(error);
        CFRelease(key);
    }
    printf("%ld\n", resident());
    CFRelease(parameters);
    CFRelease(size);
    CFRelease(secret);
    CFRelease(query);
    return 0;
}
