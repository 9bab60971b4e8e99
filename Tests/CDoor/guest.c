/* A program beside another Core Foundation: dictionaries are made, and every kind of call is refused. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>

int main(void) {
    CFMutableDictionaryRef query = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFTypeRef found = NULL;
    CFErrorRef error = NULL;
    UInt8 random[4] = {0};
    /* The constants and the program's own text are keys of whoever makes the dictionary. */
    CFDictionarySetValue(query, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(query, kSecAttrService, CFSTR("guest"));
    CFDictionarySetValue(query, CFSTR("acct"), CFSTR("alice"));
    printf("entries %ld %d\n", (long)CFDictionaryGetCount(query), CFDictionaryGetValue(query, kSecAttrAccount) != NULL);
    printf("add %d\n", (int)SecItemAdd(query, NULL));
    printf("find %d %d\n", (int)SecItemCopyMatching(query, &found), found != NULL);
    printf("key %d %d\n", SecKeyCreateRandomKey(query, &error) != NULL, error != NULL);
    printf("random %d\n", SecRandomCopyBytes(kSecRandomDefault, sizeof random, random));
    printf("text %d\n", SecCopyErrorMessageString(-50, NULL) != NULL);
    printf("type %lu\n", (unsigned long)SecKeyGetTypeID());
    CFRelease(query);
    return 0;
}
