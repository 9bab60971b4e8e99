/* The first secret of a C program: added, found, changed, deleted. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>

static CFDictionaryRef query(CFStringRef account, CFTypeRef more_key, CFTypeRef more) {
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(made, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(made, kSecAttrService, CFSTR("c-door"));
    CFDictionarySetValue(made, kSecAttrAccount, account);
    if (more_key != NULL) CFDictionarySetValue(made, more_key, more);
    return made;
}

int main(void) {
    CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)"first", 5), second = CFDataCreate(NULL, (const UInt8 *)"second", 6);
    CFTypeRef found = NULL;
    OSStatus status = SecItemAdd(query(CFSTR("alice"), kSecValueData, secret), NULL);
    printf("add %d\n", (int)status);
    status = SecItemAdd(query(CFSTR("alice"), kSecValueData, secret), NULL);
    printf("add again %d\n", (int)status);
    status = SecItemCopyMatching(query(CFSTR("alice"), kSecReturnData, kCFBooleanTrue), &found);
    printf("find %d %.*s\n", (int)status, (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    CFRelease(found);
    CFMutableDictionaryRef change = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(change, kSecValueData, second);
    printf("update %d\n", (int)SecItemUpdate(query(CFSTR("alice"), NULL, NULL), change));
    found = NULL;
    status = SecItemCopyMatching(query(CFSTR("alice"), kSecReturnData, kCFBooleanTrue), &found);
    printf("find %d %.*s\n", (int)status, (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    CFRelease(found);
    printf("delete %d\n", (int)SecItemDelete(query(CFSTR("alice"), NULL, NULL)));
    printf("delete again %d\n", (int)SecItemDelete(query(CFSTR("alice"), NULL, NULL)));
    printf("null %d\n", (int)SecItemAdd(NULL, NULL));

    CFMutableDictionaryRef parameters = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    int bits = 256;
    CFDictionarySetValue(parameters, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
    CFDictionarySetValue(parameters, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &bits));
    CFErrorRef error = NULL;
    SecKeyRef key = SecKeyCreateRandomKey(parameters, &error);
    printf("key %d type %d\n", key != NULL, CFGetTypeID(key) == SecKeyGetTypeID());
    SecKeyRef half = SecKeyCopyPublicKey(key), again = SecKeyCopyPublicKey(key);
    printf("equal %d %d hash %d\n", CFEqual(half, again), CFEqual(key, half), CFHash(half) == CFHash(again));
    CFDataRef signature = SecKeyCreateSignature(key, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, secret, &error);
    printf("verify %d\n", SecKeyVerifySignature(half, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, secret, signature, NULL));
    printf("verify another %d\n", SecKeyVerifySignature(half, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, second, signature, &error));
    printf("error %ld\n", (long)CFErrorGetCode(error));
    CFStringRef text = CFCopyDescription(half);
    char buffer[256];
    printf("described %d\n", CFStringGetCString(text, buffer, sizeof buffer, kCFStringEncodingUTF8) && strstr(buffer, "SecKeyRef") != NULL);
    CFRelease(key);
    return 0;
}
