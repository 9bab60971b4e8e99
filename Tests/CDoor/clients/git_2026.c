/* A credential helper of git that makes the calls of git's own helper of 2026 in their order: the four SecItem calls,
   with references to all that match, and kSecMatchItemList to read and to delete one of them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Security/Security.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What git wrote to the standard input. */
static struct {
    CFStringRef protocol, host, path, username;
    CFNumberRef port;
    CFDataRef password, expiry, token;
    int is_from_here; /* git has it from this helper, which need not store it again */
} asked;

static CFStringRef text(const char *value) {
    return CFStringCreateWithCString(NULL, value, kCFStringEncodingUTF8);
}

static CFDataRef bytes(const char *value) {
    return CFDataCreate(NULL, (const UInt8 *)value, (CFIndex)strlen(value));
}

/* A dictionary of pairs up to a NULL key; a pair without a value is left out. */
static CFMutableDictionaryRef pairs(CFTypeRef first, ...) {
    CFMutableDictionaryRef made =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFTypeRef key, value;
    va_list rest;
    va_start(rest, first);
    for (key = first; key != NULL; key = va_arg(rest, CFTypeRef)) {
        value = va_arg(rest, CFTypeRef);
        if (value != NULL) CFDictionarySetValue(made, key, value);
    }
    va_end(rest);
    return made;
}

/* The entry that git named, and the pairs of a call. */
static CFMutableDictionaryRef entry(CFTypeRef key1, CFTypeRef value1, CFTypeRef key2, CFTypeRef value2, CFTypeRef key3,
                                    CFTypeRef value3) {
    CFMutableDictionaryRef made =
        pairs(kSecClass, kSecClassInternetPassword, kSecAttrServer, asked.host, kSecAttrAccount, asked.username,
              kSecAttrPath, asked.path, kSecAttrPort, asked.port, kSecAttrProtocol, asked.protocol,
              kSecAttrAuthenticationType, kSecAttrAuthenticationTypeDefault, NULL);
    if (key1 != NULL) CFDictionarySetValue(made, key1, value1);
    if (key2 != NULL) CFDictionarySetValue(made, key2, value2);
    if (key3 != NULL) CFDictionarySetValue(made, key3, value3);
    return made;
}

static void answer(const char *name, const void *value, CFIndex length) {
    printf("%s=", name);
    fwrite(value, 1, (size_t)length, stdout);
    putchar('\n');
}

static void answer_username(CFStringRef account) {
    CFIndex size;
    char *buffer;
    if (account == NULL) {
        answer("username", "", 0);
        return;
    }
    size = CFStringGetMaximumSizeForEncoding(CFStringGetLength(account), kCFStringEncodingUTF8) + 1;
    buffer = malloc((size_t)size);
    if (buffer != NULL && CFStringGetCString(account, buffer, size, kCFStringEncodingUTF8))
        answer("username", buffer, (CFIndex)strlen(buffer));
    free(buffer);
}

static OSStatus get(void) {
    CFTypeRef found = NULL;
    CFDataRef secret;
    CFDictionaryRef query = entry(kSecMatchLimit, kSecMatchLimitOne, kSecReturnAttributes, kCFBooleanTrue,
                                  kSecReturnData, kCFBooleanTrue);
    OSStatus status = SecItemCopyMatching(query, &found);
    CFRelease(query);
    if (status != errSecSuccess) return status;
    secret = CFDictionaryGetValue(found, kSecValueData);
    answer("password", CFDataGetBytePtr(secret), CFDataGetLength(secret));
    if (asked.username == NULL) answer_username(CFDictionaryGetValue(found, kSecAttrAccount));
    answer("capability[]", "state", 5);
    answer("state[]", "osxkeychain:seen=1", 18);
    CFRelease(found);
    return status;
}

/* Whether a secret is what git named, without the lines that were stored behind it. */
static int is_asked(CFDataRef secret) {
    const UInt8 *start = CFDataGetBytePtr(secret);
    const UInt8 *line = memchr(start, '\n', (size_t)CFDataGetLength(secret));
    CFDataRef password;
    int equal;
    if (line == NULL) return CFEqual(secret, asked.password);
    password = CFDataCreateWithBytesNoCopy(NULL, start, line - start, kCFAllocatorNull);
    equal = CFEqual(password, asked.password);
    CFRelease(password);
    return equal;
}

/* Deletes one entry by its reference; if git named a password, only an entry that has it. */
static OSStatus erase_reference(CFTypeRef reference) {
    CFArrayRef list = CFArrayCreate(NULL, &reference, 1, &kCFTypeArrayCallBacks);
    CFDictionaryRef one = pairs(kSecClass, kSecClassInternetPassword, kSecMatchItemList, list, NULL);
    CFMutableDictionaryRef query;
    CFTypeRef secret = NULL;
    OSStatus status;
    if (asked.password == NULL) {
        status = SecItemDelete(one);
    } else {
        query = CFDictionaryCreateMutableCopy(NULL, CFDictionaryGetCount(one) + 1, one);
        CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
        status = SecItemCopyMatching(query, &secret);
        if (status == errSecSuccess) {
            if (is_asked(secret)) status = SecItemDelete(one);
            CFRelease(secret);
        }
        CFRelease(query);
    }
    CFRelease(one);
    CFRelease(list);
    return status;
}

static OSStatus erase(void) {
    CFTypeRef references = NULL;
    CFDictionaryRef query;
    OSStatus status;
    CFIndex at;
    if (asked.protocol == NULL || asked.host == NULL) return errSecParam;
    query = entry(kSecMatchLimit, kSecMatchLimitAll, kSecReturnRef, kCFBooleanTrue, NULL, NULL);
    status = SecItemCopyMatching(query, &references);
    CFRelease(query);
    if (status != errSecSuccess) return status;
    for (at = 0; status == errSecSuccess && at < CFArrayGetCount(references); at++)
        status = erase_reference(CFArrayGetValueAtIndex(references, at));
    CFRelease(references);
    return status;
}

static void append(CFMutableDataRef data, const char *name, CFDataRef value) {
    if (value == NULL) return;
    CFDataAppendBytes(data, (const UInt8 *)name, (CFIndex)strlen(name));
    CFDataAppendBytes(data, CFDataGetBytePtr(value), CFDataGetLength(value));
}

static OSStatus store(void) {
    CFMutableDataRef data;
    CFDictionaryRef attributes, query;
    OSStatus status;
    if (asked.is_from_here) return errSecSuccess;
    if (asked.protocol == NULL || asked.host == NULL || asked.username == NULL || asked.password == NULL)
        return errSecParam;
    data = CFDataCreateMutableCopy(NULL, 0, asked.password);
    append(data, "\npassword_expiry_utc=", asked.expiry);
    append(data, "\noauth_refresh_token=", asked.token);
    attributes = entry(kSecValueData, data, NULL, NULL, NULL, NULL);
    status = SecItemAdd(attributes, NULL);
    if (status == errSecDuplicateItem) {
        /* What is to be changed has the class and the attributes of the entry, too. */
        query = entry(NULL, NULL, NULL, NULL, NULL, NULL);
        status = SecItemUpdate(query, attributes);
        CFRelease(query);
    }
    CFRelease(data);
    CFRelease(attributes);
    return status;
}

static void take(const char *name, char *value) {
    char *colon;
    short port;
    if (strcmp(name, "protocol") == 0) {
        if (strcmp(value, "https") == 0) asked.protocol = kSecAttrProtocolHTTPS;
        if (strcmp(value, "http") == 0) asked.protocol = kSecAttrProtocolHTTP;
    } else if (strcmp(name, "host") == 0) {
        colon = strchr(value, ':');
        if (colon != NULL) {
            *colon = '\0';
            port = (short)atoi(colon + 1);
            asked.port = CFNumberCreate(NULL, kCFNumberShortType, &port);
        }
        asked.host = text(value);
    } else if (strcmp(name, "path") == 0) {
        asked.path = text(value);
    } else if (strcmp(name, "username") == 0) {
        asked.username = text(value);
    } else if (strcmp(name, "password") == 0) {
        asked.password = bytes(value);
    } else if (strcmp(name, "password_expiry_utc") == 0) {
        asked.expiry = bytes(value);
    } else if (strcmp(name, "oauth_refresh_token") == 0) {
        asked.token = bytes(value);
    } else if (strcmp(name, "state[]") == 0 && strcmp(value, "osxkeychain:seen=1") == 0) {
        asked.is_from_here = 1;
    }
}

int main(int count, char **words) {
    char line[4096], *value;
    OSStatus status = errSecSuccess;
    if (count != 2) return 2;
    while (fgets(line, sizeof line, stdin) != NULL && line[0] != '\n') {
        line[strcspn(line, "\n")] = '\0';
        value = strchr(line, '=');
        if (value == NULL) return 2;
        *value = '\0';
        take(line, value + 1);
    }
    if (strcmp(words[1], "get") == 0) status = get();
    if (strcmp(words[1], "store") == 0) status = store();
    if (strcmp(words[1], "erase") == 0) status = erase();
    if (status == errSecSuccess || (status == errSecItemNotFound && strcmp(words[1], "store") != 0)) return 0;
    fprintf(stderr, "%s: %d\n", words[1], (int)status);
    return 1;
}
