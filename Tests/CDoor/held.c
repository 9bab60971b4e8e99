/* What a program does not own, and the kinds of authentication: numbers with their bytes as on macOS. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

static void get_rule(void) {
    SecTrustRef made = trust();
    SecCertificateRef first = SecTrustGetCertificateAtIndex(made, 0);
    /* The trust object keeps it: after other calls and an evaluation it is the same certificate. */
    for (int turn = 0; turn < 1000; turn++) SecTrustGetCertificateAtIndex(made, 0);
    SecTrustSetPolicies(made, SecPolicyCreateBasicX509());
    printf("trusted %d\n", SecTrustEvaluateWithError(made, NULL));
    SecCertificateRef same = certificate();
    printf("kept %d\n", CFEqual(first, same));
    printf("outside %d %d\n", SecTrustGetCertificateAtIndex(made, -1) == NULL, SecTrustGetCertificateAtIndex(made, 1000) == NULL);
    CFRelease(same);
    CFRelease(made);
}

static void authentication(void) {
    SecKeychainItemRef item = NULL;
    printf("add %d\n", (int)SecKeychainAddInternetPassword(NULL, 4, "host", 0, NULL, 1, "x", 0, NULL, 0, kSecProtocolTypeHTTPS,
                                                           kSecAuthenticationTypeHTTPBasic, 1, "s", &item));
    SecKeychainAttribute attribute = {kSecAuthenticationTypeItemAttr, 0, NULL};
    SecKeychainAttributeList asked = {1, &attribute};
    printf("copy %d", (int)SecKeychainItemCopyContent(item, NULL, &asked, NULL, NULL));
    printf(" %d %d\n", (int)attribute.length, attribute.data != NULL && *(UInt32 *)attribute.data == kSecAuthenticationTypeHTTPBasic);
    SecKeychainItemFreeContent(&asked, NULL);
    UInt32 other = kSecAuthenticationTypeHTTPDigest;
    SecKeychainAttribute changed = {kSecAuthenticationTypeItemAttr, sizeof other, &other};
    SecKeychainAttributeList change = {1, &changed};
    printf("change %d %d\n", (int)SecKeychainItemModifyContent(item, &change, 0, NULL), other == kSecAuthenticationTypeHTTPDigest);
    CFMutableDictionaryRef query = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(query, kSecClass, kSecClassInternetPassword);
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    CFTypeRef found = NULL;
    printf("find %d", (int)SecItemCopyMatching(query, &found));
    printf(" %d\n", CFEqual(CFDictionaryGetValue(found, kSecAttrAuthenticationType), kSecAttrAuthenticationTypeHTTPDigest));
    UInt32 tag = kSecAuthenticationTypeItemAttr, format = 0;
    SecKeychainAttributeInfo info = {1, &tag, &format};
    SecKeychainAttributeList *list = NULL;
    printf("copy again %d", (int)SecKeychainItemCopyAttributesAndData(item, &info, NULL, &list, NULL, NULL));
    printf(" %d\n", list != NULL && list->attr[0].length == 4 && *(UInt32 *)list->attr[0].data == kSecAuthenticationTypeHTTPDigest);
    SecKeychainItemFreeAttributesAndData(list, NULL);
    CFRelease(item);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    get_rule();
    authentication();
    return 0;
}
