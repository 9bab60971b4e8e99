/* Bad and odd arguments, in C and over GNUstep's objects: both programs must print the same. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdio.h>

static CFMutableDictionaryRef table(CFTypeRef class) {
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    if (class != NULL) CFDictionarySetValue(made, kSecClass, class);
    return made;
}

static CFNumberRef number(int value) { return CFNumberCreate(NULL, kCFNumberIntType, &value); }

/* All four calls with one object as a query. */
static void all(const char *what, CFTypeRef query) {
    CFTypeRef found = NULL, added = NULL;
    CFMutableDictionaryRef change = table(NULL);
    CFDictionarySetValue(change, kSecAttrComment, CFSTR("changed"));
    int add = (int)SecItemAdd((CFDictionaryRef)query, &added), find = (int)SecItemCopyMatching((CFDictionaryRef)query, &found);
    int update = (int)SecItemUpdate((CFDictionaryRef)query, change), erase = (int)SecItemDelete((CFDictionaryRef)query);
    printf("%s: add %d %d find %d %d update %d delete %d\n", what, add, added != NULL, find, found != NULL, update, erase);
    if (found != NULL) CFRelease(found);
    if (added != NULL) CFRelease(added);
    CFRelease(change);
}

/* One value under one key of a query. */
static void with(const char *what, CFStringRef key, CFTypeRef value) {
    CFMutableDictionaryRef query = table(kSecClassGenericPassword);
    CFDictionarySetValue(query, kSecAttrAccount, CFSTR("odd"));
    CFDictionarySetValue(query, key, value);
    all(what, query);
    CFDictionaryRemoveAllValues(query);
    CFRelease(query);
}

static void say(const char *what, int result, CFErrorRef *error) {
    CFErrorRef told = error == NULL ? NULL : *error;
    printf("%s: %d error %ld\n", what, result, told == NULL ? 0L : (long)CFErrorGetCode(told));
    if (told != NULL) CFRelease(told), *error = NULL;
}

static void queries(void) {
    const CFStringRef keys[] = {kSecClass, kSecAttrAccount, kSecAttrService, kSecAttrLabel, kSecAttrGeneric, kSecValueData, kSecReturnData, kSecReturnAttributes,
                                kSecReturnRef, kSecReturnPersistentRef, kSecMatchLimit, kSecMatchItemList, kSecAttrAccessible, kSecAttrAccessGroup,
                                kSecAttrSynchronizable, kSecAttrCreationDate, kSecAttrType, kSecAttrCreator, kSecAttrIsInvisible, kSecValueRef,
                                kSecValuePersistentRef, kSecAttrAccessControl, kSecUseAuthenticationUI, kSecMatchValidOnDate};
    double wide = 2.5, endless = 1e300;
    SInt64 large = 0x7fffffffffffffffLL;
    UniChar lone[] = {'a', 0xD800, 'b'}, zero[] = {'a', 0, 'b'};
    UInt8 byte = 7;
    CFTypeRef list = CFArrayCreate(NULL, (const void **)&kSecClassGenericPassword, 1, &kCFTypeArrayCallBacks);
    CFTypeRef values[] = {CFSTR("text"), CFSTR(""), number(0), number(1), number(-1), number(2), CFNumberCreate(NULL, kCFNumberDoubleType, &wide),
                          CFNumberCreate(NULL, kCFNumberDoubleType, &endless), CFNumberCreate(NULL, kCFNumberSInt64Type, &large), kCFBooleanTrue,
                          kCFBooleanFalse, kCFNull, CFDataCreate(NULL, &byte, 1), CFDataCreate(NULL, NULL, 0), CFDateCreate(NULL, 0),
                          CFDateCreate(NULL, 1e18), list, table(NULL), CFStringCreateWithCharacters(NULL, lone, 3), CFStringCreateWithCharacters(NULL, zero, 3),
                          CFUUIDCreateFromString(NULL, CFSTR("68753A44-4D6F-1226-9C60-0050E4C00067")), SecPolicyCreateBasicX509()};
    for (size_t key = 0; key < sizeof keys / sizeof *keys; key++)
        for (size_t value = 0; value < sizeof values / sizeof *values; value++) {
            char what[32];
            snprintf(what, sizeof what, "key %zu value %zu", key, value);
            with(what, keys[key], values[value]);
        }
    all("NULL", NULL);
    for (size_t value = 0; value < sizeof values / sizeof *values; value++) all("as a query", values[value]);
    CFMutableDictionaryRef deep = table(kSecClassGenericPassword), odd = table(kSecClassGenericPassword), bare;
    for (int level = 0; level < 200; level++) {
        CFMutableDictionaryRef outer = table(kSecClassGenericPassword);
        CFDictionarySetValue(outer, kSecAttrGeneric, deep);
        CFRelease(deep);
        deep = outer;
    }
    all("deep", deep);
    CFDictionarySetValue(odd, CFSTR("none"), CFSTR("such"));
    all("a key that is none", odd);
    CFDictionarySetValue(odd, number(7), CFSTR("such"));
    all("a key that is no string", odd);
    bare = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    CFDictionarySetValue(bare, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(bare, kSecAttrAccount, CFSTR("bare"));
    all("without callbacks", bare);
    CFDictionarySetValue(bare, kSecAttrService, NULL);
    all("a value NULL", bare);
    all("without a class", table(NULL));
}

static void others(void) {
    CFErrorRef error = NULL;
    CFTypeRef text = CFSTR("text"), found = NULL;
    CFDataRef bytes = CFDataCreate(NULL, (const UInt8 *)"bytes", 5);
    CFDictionaryRef none = table(NULL);
    say("random key of NULL", SecKeyCreateRandomKey(NULL, &error) != NULL, &error);
    say("random key of text", SecKeyCreateRandomKey((CFDictionaryRef)text, &error) != NULL, &error);
    say("random key of nothing", SecKeyCreateRandomKey(none, &error) != NULL, &error);
    say("random key, error not asked for", SecKeyCreateRandomKey(none, NULL) != NULL, NULL);
    say("key with data", SecKeyCreateWithData(bytes, none, &error) != NULL, &error);
    say("key with text", SecKeyCreateWithData((CFDataRef)text, none, &error) != NULL, &error);
    say("public key of NULL", SecKeyCopyPublicKey(NULL) != NULL, NULL);
    say("public key of text", SecKeyCopyPublicKey((SecKeyRef)text) != NULL, NULL);
    say("block size of text", (int)SecKeyGetBlockSize((SecKeyRef)text), NULL);
    say("attributes of text", SecKeyCopyAttributes((SecKeyRef)text) != NULL, NULL);
    say("verify of text", SecKeyVerifySignature((SecKeyRef)text, (SecKeyAlgorithm)text, bytes, bytes, &error), &error);
    say("certificate of bytes", SecCertificateCreateWithData(NULL, bytes) != NULL, NULL);
    say("certificate of text", SecCertificateCreateWithData(NULL, (CFDataRef)text) != NULL, NULL);
    say("summary of NULL", SecCertificateCopySubjectSummary(NULL) != NULL, NULL);
    say("common name of text", (int)SecCertificateCopyCommonName((SecCertificateRef)text, (CFStringRef *)&found), NULL);
    say("trust of NULL", (int)SecTrustCreateWithCertificates(NULL, NULL, (SecTrustRef *)&found), NULL);
    say("trust of text", (int)SecTrustCreateWithCertificates(text, NULL, (SecTrustRef *)&found), NULL);
    say("trust without a place", (int)SecTrustCreateWithCertificates(text, NULL, NULL), NULL);
    say("evaluation of NULL", SecTrustEvaluateWithError(NULL, &error), &error);
    say("evaluation of text", SecTrustEvaluateWithError((SecTrustRef)text, &error), &error);
    say("certificates of text", (int)SecTrustGetCertificateCount((SecTrustRef)text), NULL);
    say("certificate at -1", SecTrustGetCertificateAtIndex((SecTrustRef)text, -1) != NULL, NULL);
    say("access control of nothing", SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleAlways, 1ul << 60, &error) != NULL, &error);
    say("access control of bytes", SecAccessControlCreateWithFlags(NULL, bytes, 0, &error) != NULL, &error);
    say("policy of text", SecPolicyCreateWithProperties(text, NULL) != NULL, NULL);
    say("policy of bytes", SecPolicyCreateWithProperties(bytes, none) != NULL, NULL);
    say("PKCS#12 of bytes", (int)SecPKCS12Import(bytes, none, (CFArrayRef *)&found), NULL);
    say("PKCS#12 of text", (int)SecPKCS12Import((CFDataRef)text, none, (CFArrayRef *)&found), NULL);
    say("PKCS#12 without a place", (int)SecPKCS12Import(bytes, none, NULL), NULL);
    say("import of bytes", (int)SecItemImport(bytes, NULL, NULL, NULL, 0, NULL, NULL, (CFArrayRef *)&found), NULL);
    say("import of NULL", (int)SecItemImport(NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL), NULL);
    SecItemImportExportKeyParameters parameters = {0, 0, (CFTypeRef)bytes, NULL, NULL, NULL, NULL, NULL};
    say("export of text", (int)SecItemExport(text, kSecFormatPEMSequence, 0, &parameters, (CFDataRef *)&found), NULL);
    say("export of NULL", (int)SecItemExport(NULL, kSecFormatPEMSequence, 0, NULL, NULL), NULL);
    say("error text", SecCopyErrorMessageString(errSecParam, NULL) != NULL, NULL);
    say("keychain path of text", (int)SecKeychainGetPath((SecKeychainRef)text, NULL, NULL), NULL);
    say("item deleted, text", (int)SecKeychainItemDelete((SecKeychainItemRef)text), NULL);
    say("item deleted, NULL", (int)SecKeychainItemDelete(NULL), NULL);
    CMSDecoderRef decoder = NULL;
    say("decoder", (int)CMSDecoderCreate(&decoder), NULL);
    say("decoder, bytes", (int)CMSDecoderUpdateMessage(decoder, "bytes", 5), NULL);
    say("decoder, finished", (int)CMSDecoderFinalizeMessage(decoder), NULL);
    say("decoder, content", (int)CMSDecoderCopyContent(decoder, (CFDataRef *)&found), NULL);
    say("encoder, content of text", (int)CMSEncoderUpdateContent((CMSEncoderRef)text, "a", 1), NULL);
    say("trust settings of text", (int)SecTrustSettingsCopyTrustSettings((SecCertificateRef)text, kSecTrustSettingsDomainUser, (CFArrayRef *)&found), NULL);
    say("entitlement", SecTaskCopyValueForEntitlement(SecTaskCreateFromSelf(NULL), CFSTR("no.such"), &error) != NULL, &error);
    say("entitlement of text", SecTaskCopyValueForEntitlement((SecTaskRef)text, CFSTR("no.such"), &error) != NULL, &error);
    say("what nobody wrote to", found != NULL, NULL);
}

int main(void) {
#if defined(__OBJC__)
    @autoreleasepool {
#endif
    queries();
    others();
#if defined(__OBJC__)
    }
#endif
    return 0;
}
