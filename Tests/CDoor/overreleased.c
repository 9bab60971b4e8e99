/* A key that is used and released after its last release: what a debug build says of. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>

int main(void) {
    int bits = 256;
    CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
    const void *keys[] = {kSecAttrKeyType, kSecAttrKeySizeInBits}, *values[] = {kSecAttrKeyTypeECSECPrimeRandom, size};
    CFDictionaryRef parameters = CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    SecKeyRef key = SecKeyCreateRandomKey(parameters, NULL);
    CFDataRef data;
    printf("alive %lu\n", (unsigned long)SecKeyGetBlockSize(key));
    CFRelease(key);
    printf("used %lu\n", (unsigned long)SecKeyGetBlockSize(key));
    data = SecKeyCopyExternalRepresentation(key, NULL);
    printf("data %d\n", data != NULL);
    printf("equal %d\n", CFEqual(key, key) && CFEqual(key, size));
    CFRelease(key);
    CFRelease(key);
    printf("used again %lu\n", (unsigned long)SecKeyGetBlockSize(key));
    CFRelease(parameters);
    CFRelease(size);
    return 0;
}
