/* Values that are hard to take: long ones, such as change, and dictionaries that hold no objects' callbacks. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

static OSStatus add(CFTypeRef key, CFTypeRef value) {
    CFMutableDictionaryRef made = mutable_entries();
    CFDictionarySetValue(made, key, value);
    OSStatus status = SecItemAdd(made, NULL);
    CFDictionaryRemoveValue(made, kSecValueData);
    SecItemDelete(made);
    CFRelease(made);
    return status;
}

static long stored(CFDataRef data) {
    CFMutableDictionaryRef made = mutable_entries();
    CFTypeRef found = NULL;
    long length = -1;
    CFDictionarySetValue(made, kSecValueData, data);
    OSStatus status = SecItemAdd(made, NULL);
    CFDictionaryRemoveValue(made, kSecValueData);
    CFDictionarySetValue(made, kSecReturnData, kCFBooleanTrue);
    if (status == errSecSuccess && SecItemCopyMatching(made, &found) == errSecSuccess) length = CFDataGetLength(found);
    CFDictionaryRemoveValue(made, kSecReturnData);
    SecItemDelete(made);
    return status == errSecSuccess ? length : status;
}

int main(int count, char **arguments) {
    (void)count;
    size_t hundred = 100 * 1000 * 1000;
    UInt8 *zeros = calloc(hundred, 1);
    if (count == 3) certificate_file = arguments[1], identity_file = arguments[2];
    /* A secret of 100 MB is stored, or refused with a code: the program goes on either way. */
    CFDataRef large = CFDataCreate(NULL, zeros, (CFIndex)hundred);
    printf("large secret %ld\n", stored(large));
    memset(zeros, 'a', hundred);
    CFStringRef text = CFStringCreateWithBytes(NULL, zeros, (CFIndex)hundred, kCFStringEncodingASCII, false);
    printf("large text %d\n", (int)add(kSecAttrLabel, text));
    CFArrayRef lists = CFArrayCreate(NULL, NULL, 0, NULL);
    printf("list as text %d\n", (int)add(kSecAttrLabel, lists));
    printf("number as secret %d\n", (int)add(kSecValueData, number()));
    /* Values that the program changes after the call are those that it had. */
    CFMutableDataRef changing = CFDataCreateMutable(NULL, 0);
    CFDataAppendBytes(changing, (const UInt8 *)"before", 6);
    CFMutableDictionaryRef made = mutable_entries();
    CFDictionarySetValue(made, kSecValueData, changing);
    printf("changing %d\n", (int)SecItemAdd(made, NULL));
    CFDataSetLength(changing, 0);
    CFDictionaryRemoveValue(made, kSecValueData);
    CFDictionarySetValue(made, kSecReturnData, kCFBooleanTrue);
    CFTypeRef found = NULL;
    printf("found %d", (int)SecItemCopyMatching(made, &found));
    printf(" %.*s\n", (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    /* Keys that are compared by their address are read by their text. */
    const void *keys[] = {CFStringCreateWithCString(NULL, "class", kCFStringEncodingUTF8), CFStringCreateWithCString(NULL, "svce", kCFStringEncodingUTF8),
                          CFStringCreateWithCString(NULL, "r_Data", kCFStringEncodingUTF8)};
    const void *values[] = {kSecClassGenericPassword, CFSTR("values"), kCFBooleanTrue};
    found = NULL;
    printf("by address %d", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, keys, values, 3, NULL, NULL), &found));
    printf(" %.*s\n", (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    values[1] = NULL;
    printf("null %d\n", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, keys, values, 3, NULL, NULL), &found));
    keys[1] = number();
    values[1] = CFSTR("x");
    printf("number as key %d\n", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, keys, values, 3, NULL, NULL), &found));
    /* A dictionary with an object of ours is copied; keys that are no strings are not compared. */
    const void *empty[] = {NULL};
    CFArrayRef odd = CFArrayCreate(NULL, empty, 1, NULL), same = CFArrayCreate(NULL, empty, 1, NULL);
    CFDictionaryRef odd_entries = CFDictionaryCreate(NULL, empty, empty, 1, NULL, NULL);
    const void *odd_keys[] = {kSecValueRef, CFDictionaryCreate(NULL, NULL, NULL, 0, NULL, NULL), CFDictionaryCreate(NULL, NULL, NULL, 0, NULL, NULL)};
    const void *odd_values[] = {key(), CFSTR("x"), CFSTR("y")};
    printf("dictionaries as keys %d\n", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, odd_keys, odd_values, 3, NULL, NULL), &found));
    odd_keys[1] = odd, odd_keys[2] = same;
    printf("arrays as keys %d\n", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, odd_keys, odd_values, 3, NULL, NULL), &found));
    odd_keys[2] = odd_entries;
    printf("with null in keys %d\n", (int)SecItemCopyMatching(CFDictionaryCreate(NULL, odd_keys, odd_values, 3, NULL, NULL), &found));
    return 0;
}
