/* What programs do with the headers, for scripts/check-headers: it is compiled as C, C++ and Objective-C, and not run. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <CoreServices/CoreServices.h>
#include <Security/Security.h>

int main(void);

/* In C and Objective-C a constant string stands outside of functions only if the compiler writes it. */
#if defined(LATCHKEY_CONSTANT_CFSTR) || (defined(__cplusplus) && __cplusplus >= 201103L)
static const CFStringRef service = CFSTR("example.org");
#define SERVICE service
#else
#define SERVICE CFSTR("example.org")
#endif

#if !defined(LATCHKEY_CGO)
static CFDictionaryRef newQuery(CFStringRef account) {
    const void *keys[3];
    const void *values[3];
    keys[0] = kSecClass;
    values[0] = kSecClassGenericPassword;
    keys[1] = kSecAttrService;
    values[1] = SERVICE;
    keys[2] = kSecAttrAccount;
    values[2] = account;
    return CFDictionaryCreate(kCFAllocatorDefault, keys, values, 3, &kCFTypeDictionaryKeyCallBacks,
                              &kCFTypeDictionaryValueCallBacks);
}

static OSStatus addPassword(CFDictionaryRef query, const char *password) {
    OSStatus status;
    CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)password, (CFIndex)strlen(password));
    CFMutableDictionaryRef item = CFDictionaryCreateMutableCopy(NULL, 0, query);
    CFDictionarySetValue(item, kSecValueData, secret);
    CFDictionarySetValue(item, kSecAttrAccessible, kSecAttrAccessibleWhenUnlocked);
    CFDictionarySetValue(item, CFSTR("labl"), CFSTR("An example"));
    status = SecItemAdd(item, NULL);
    CFRelease(item);
    CFRelease(secret);
    return status;
}

static OSStatus showPassword(CFDictionaryRef query) {
    OSStatus status;
    CFTypeRef found = NULL;
    CFMutableDictionaryRef search = CFDictionaryCreateMutableCopy(NULL, 0, query);
    CFDictionarySetValue(search, kSecReturnData, kCFBooleanTrue);
    CFDictionarySetValue(search, kSecMatchLimit, kSecMatchLimitOne);
    status = SecItemCopyMatching(search, &found);
    CFRelease(search);
    if (status == errSecSuccess && found && CFGetTypeID(found) == CFDataGetTypeID()) {
        CFDataRef secret = (CFDataRef)found;
        printf("%.*s\n", (int)CFDataGetLength(secret), (const char *)CFDataGetBytePtr(secret));
    }
    if (found) {
        CFRelease(found);
    }
    return status;
}

static OSStatus changePassword(CFDictionaryRef query) {
    OSStatus status;
    const void *keys[1];
    const void *values[1];
    CFDictionaryRef change;
    keys[0] = kSecAttrComment;
    values[0] = CFSTR("changed");
    change = CFDictionaryCreate(NULL, keys, values, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    status = SecItemUpdate(query, change);
    CFRelease(change);
    return status;
}

static void show(const char *call, OSStatus status) {
    CFStringRef text = SecCopyErrorMessageString(status, NULL);
    char buffer[256];
    if (text && CFStringGetCString(text, buffer, (CFIndex)sizeof buffer, kCFStringEncodingUTF8)) {
        printf("%s: %ld, %s\n", call, (long)status, buffer);
    }
    if (text) {
        CFRelease(text);
    }
}

/* Enumerations, flags, errors, and the older calls. */
static OSStatus otherCalls(void) {
    UInt32 length = 0;
    void *password = NULL;
    SecKeychainItemRef item = NULL;
    CFErrorRef error = NULL;
    SecAccessControlCreateFlags flags = kSecAccessControlUserPresence | kSecAccessControlApplicationPassword;
    SecAccessControlRef access = SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlocked, flags, &error);
    OSStatus status = SecKeychainFindInternetPassword(NULL, 11, "example.org", 0, NULL, 0, NULL, 0, NULL, 0,
                                                      kSecProtocolTypeHTTPS, kSecAuthenticationTypeAny, &length,
                                                      &password, &item);
    if (access) {
        CFRelease(access);
    }
    if (error) {
        CFRelease(error);
    }
    if (status == errSecSuccess) {
        SecKeychainItemFreeContent(NULL, password);
        CFRelease(item);
    }
    return status;
}

int main(void) {
    CFDictionaryRef query = newQuery(CFSTR("someone"));
    show("SecItemAdd", addPassword(query, "secret"));
    show("SecItemCopyMatching", showPassword(query));
    show("SecItemUpdate", changePassword(query));
    show("SecItemDelete", SecItemDelete(query));
    show("SecKeychainFindInternetPassword", otherCalls());
    CFRelease(query);
    return 0;
}
#else
/* References are integers, as Go has them. */
int main(void) {
    CFTypeRef found = 0;
    CFDictionaryRef query = CFDictionaryCreate(kCFAllocatorDefault, NULL, NULL, 0, &kCFTypeDictionaryKeyCallBacks,
                                               &kCFTypeDictionaryValueCallBacks);
    uintptr_t name = kSecClass + SERVICE;
    return SecItemCopyMatching(query, &found) == errSecSuccess && found && name ? 0 : 1;
}
#endif
