/* What calls give is Core Foundation's: every function takes it, at every level. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

static int looked_at, faults;

static void expect(bool holds, const char *what) {
    if (!holds) {
        faults++;
        printf("%s does not hold\n", what);
    }
}

static void look(CFTypeRef object);

static void look_at_array(CFArrayRef array) {
    CFRange all = CFRangeMake(0, CFArrayGetCount(array));
    CFMutableArrayRef copy = CFArrayCreateMutableCopy(NULL, 0, array);
    expect(CFEqual(copy, array) && CFEqual(array, copy), "a copy of an array is equal");
    CFArrayAppendValue(copy, CFSTR("more"));
    expect(CFArrayGetCount(copy) == all.length + 1, "a copy of an array grows");
    CFArrayAppendValue((CFMutableArrayRef)array, CFSTR("more"));
    expect(CFArrayContainsValue(array, CFRangeMake(0, all.length + 1), CFSTR("more")), "an array can be changed");
    CFArrayRemoveValueAtIndex((CFMutableArrayRef)array, all.length);
    for (CFIndex place = 0; place < all.length; place++) look(CFArrayGetValueAtIndex(array, place));
}

static void look_at_entry(const void *key, const void *value, void *dictionary) {
    const void *found = NULL;
    expect(CFDictionaryGetValueIfPresent(dictionary, key, &found) && found == value, "CFDictionaryGetValueIfPresent");
    expect(CFDictionaryGetValue(dictionary, key) == value, "CFDictionaryGetValue");
    expect(CFDictionaryContainsKey(dictionary, key) && CFDictionaryContainsValue(dictionary, value), "CFDictionaryContains");
    expect(CFDictionaryGetCountOfKey(dictionary, key) == 1, "CFDictionaryGetCountOfKey");
    look(value);
}

static void look_at_dictionary(CFMutableDictionaryRef dictionary) {
    const void *found = NULL;
    CFIndex count = CFDictionaryGetCount(dictionary);
    expect(!CFDictionaryGetValueIfPresent(dictionary, CFSTR("nothing"), &found), "what is not there is not found");
    CFMutableDictionaryRef copy = CFDictionaryCreateMutableCopy(NULL, 0, dictionary);
    expect(CFEqual(copy, dictionary) && CFEqual(dictionary, copy), "a copy of a dictionary is equal");
    CFRelease(CFCopyDescription(copy));
    CFDictionarySetValue(dictionary, CFSTR("more"), CFSTR("more"));
    expect(CFDictionaryGetCount(dictionary) == count + 1, "a dictionary can be changed");
    CFDictionaryRemoveValue(dictionary, CFSTR("more"));
    CFDictionaryApplyFunction(dictionary, look_at_entry, dictionary);
}

static void look(CFTypeRef object) {
    looked_at++;
    CFStringRef text = CFCopyDescription(object);
    expect(text != NULL && CFStringGetLength(text) > 0, "CFCopyDescription");
    CFRelease(CFStringCreateWithFormat(NULL, NULL, CFSTR("%@"), object));
    expect(CFEqual(object, object), "CFEqual");
    CFHash(object);
    CFTypeID type = CFGetTypeID(object);
    if (type == CFArrayGetTypeID()) look_at_array((CFArrayRef)object);
    if (type == CFDictionaryGetTypeID()) look_at_dictionary((CFMutableDictionaryRef)object);
}

static void result(const char *name, CFTypeRef object) {
    looked_at = 0;
    if (object != NULL) look(object);
    printf("%s %s\n", name, looked_at == 0 ? "gave nothing" : "ok");
}

static CFTypeRef found(CFTypeRef limit) {
    CFMutableDictionaryRef query = mutable_entries();
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnPersistentRef, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecMatchLimit, limit);
    CFTypeRef object = NULL;
    SecItemCopyMatching(query, &object);
    return object;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    CFMutableDictionaryRef item = mutable_entries();
    CFDictionarySetValue(item, kSecValueData, bytes());
    CFDictionarySetValue(item, kSecReturnAttributes, kCFBooleanTrue);
    CFTypeRef added = NULL;
    SecItemAdd(item, &added);
    result("SecItemAdd", added);
    result("one item", found(kSecMatchLimitOne));
    result("all items", found(kSecMatchLimitAll));
    result("SecKeyCopyAttributes", SecKeyCopyAttributes(key()));
    result("SecPolicyCopyProperties", SecPolicyCopyProperties(SecPolicyCreateSSL(true, CFSTR("host"))));
    SecTrustRef judged = trust();
    expect(!SecTrustEvaluateWithError(judged, NULL), "nobody trusts the certificate");
    result("SecTrustCopyResult", SecTrustCopyResult(judged));
    result("SecTrustCopyProperties", SecTrustCopyProperties(judged));
    result("SecTrustCopyCertificateChain", SecTrustCopyCertificateChain(judged));
    result("SecCertificateCopyValues", SecCertificateCopyValues(certificate(), NULL, NULL));
    CFErrorRef error = NULL;
    expect(!SecTrustEvaluateWithError(judged, &error), "nobody trusts it again");
    result("an error", error);
    printf("faults %d\n", faults);
    return 0;
}
