/* Eight threads that store, find, sign and give up what they share. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <pthread.h>

static SecKeyRef shared;
static SecTrustRef judged;

static void *work(void *number) {
    long failures = 0;
    for (int turn = 0; turn < 50; turn++) {
        char account[32];
        CFTypeRef found = NULL;
        CFMutableDictionaryRef item = mutable_entries();
        snprintf(account, sizeof account, "%ld-%d", (long)number, turn);
        CFStringRef name = CFStringCreateWithCString(NULL, account, kCFStringEncodingUTF8);
        CFDataRef data = bytes();
        CFDictionarySetValue(item, kSecAttrAccount, name);
        CFDictionarySetValue(item, kSecValueData, data);
        failures += SecItemAdd(item, NULL) != errSecSuccess;
        CFDictionaryRemoveValue(item, kSecValueData);
        CFDictionarySetValue(item, kSecReturnData, kCFBooleanTrue);
        failures += SecItemCopyMatching(item, &found) != errSecSuccess || !CFEqual(found, data);
        CFRetain(shared);
        CFDataRef signature = SecKeyCreateSignature(shared, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, data, NULL);
        failures += signature == NULL;
        CFRelease(shared);
        failures += SecTrustGetCertificateAtIndex(judged, 0) == NULL;
        if (found != NULL) CFRelease(found);
        if (signature != NULL) CFRelease(signature);
        CFRelease(data);
        CFRelease(name);
        CFRelease(item);
    }
    return (void *)failures;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    shared = key();
    judged = trust();
    pthread_t threads[8];
    for (long place = 0; place < 8; place++) pthread_create(&threads[place], NULL, work, (void *)place);
    for (int place = 0; place < 8; place++) {
        void *failures = NULL;
        pthread_join(threads[place], &failures);
        printf("failures %ld\n", (long)failures);
    }
    return 0;
}
