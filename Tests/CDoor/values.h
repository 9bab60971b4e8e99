/* A value of each type of the headers, for programs that call every function. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <CoreServices/CoreServices.h>
#include <Security/Security.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Room for what a call leaves, all zeros. */
static void *room(void) { return calloc(1, 4096); }

static const void **several(void) {
    static const void *values[4];
    for (int place = 0; place < 4; place++) values[place] = CFSTR("x");
    return values;
}

static CFMutableStringRef mutable_text(void) {
    CFMutableStringRef text = CFStringCreateMutable(NULL, 0);
    CFStringAppend(text, CFSTR("x"));
    return text;
}

static CFArrayRef list(void) { return CFArrayCreate(NULL, several(), 4, &kCFTypeArrayCallBacks); }
static CFMutableArrayRef mutable_list(void) { return CFArrayCreateMutableCopy(NULL, 0, list()); }

static CFMutableDictionaryRef mutable_entries(void) {
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(made, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(made, kSecAttrService, CFSTR("values"));
    CFDictionarySetValue(made, kSecAttrAccount, CFSTR("x"));
    return made;
}

static CFDataRef bytes(void) { return CFDataCreate(NULL, (const UInt8 *)"x", 1); }
static CFMutableDataRef mutable_bytes(void) { return CFDataCreateMutableCopy(NULL, 0, bytes()); }
static CFSetRef set(void) { return CFSetCreate(NULL, several(), 1, &kCFTypeSetCallBacks); }
static CFMutableSetRef mutable_set(void) { return CFSetCreateMutableCopy(NULL, 0, set()); }

static CFNumberRef number(void) {
    int one = 1;
    return CFNumberCreate(NULL, kCFNumberIntType, &one);
}

static CFURLRef address(void) { return CFURLCreateWithFileSystemPath(NULL, CFSTR("/tmp/x"), kCFURLPOSIXPathStyle, false); }
static CFErrorRef failure(void) { return CFErrorCreate(NULL, CFSTR("x"), 1, NULL); }
static CFRange none(void) { return CFRangeMake(0, 0); }

static CFGregorianDate some_day(void) {
    CFGregorianDate day = {2001, 1, 1, 0, 0, 0};
    return day;
}

static CFUUIDBytes no_bytes(void) {
    CFUUIDBytes all = {0};
    return all;
}

static audit_token_t no_token(void) {
    audit_token_t token = {{0}};
    return token;
}

static CFMutableAttributedStringRef mutable_attributed(void) {
    CFMutableAttributedStringRef made = CFAttributedStringCreateMutable(NULL, 0);
    CFAttributedStringReplaceString(made, CFRangeMake(0, 0), CFSTR("x"));
    return made;
}

static void apply(const void *value, void *context) { (void)value, (void)context; }
static void apply_both(const void *key, const void *value, void *context) { (void)key, (void)value, (void)context; }
static CFComparisonResult compare(const void *one, const void *other, void *context) {
    (void)one, (void)other, (void)context;
    return kCFCompareEqualTo;
}
static void stop(CFRunLoopTimerRef timer, void *info) {
    (void)timer, (void)info;
    CFRunLoopStop(CFRunLoopGetCurrent());
}
static void stop_soon(void) {
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent(), 0, 0, 0, stop, NULL), kCFRunLoopDefaultMode);
}

static void tick(CFRunLoopTimerRef timer, void *info) { (void)timer, (void)info; }
static void observe(CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info) { (void)observer, (void)activity, (void)info; }

static CFRunLoopSourceRef source(void) {
    CFRunLoopSourceContext context = {0};
    return CFRunLoopSourceCreate(NULL, 0, &context);
}
static CFRunLoopTimerRef timer(void) { return CFRunLoopTimerCreate(NULL, 1e12, 0, 0, 0, tick, NULL); }
static CFRunLoopObserverRef observer(void) { return CFRunLoopObserverCreate(NULL, kCFRunLoopAllActivities, true, 0, observe, NULL); }

/* What the program is given: the files of a certificate, and of its identity in PKCS#12 with the password "x". */
static const char *certificate_file, *identity_file;

static CFDataRef contents(const char *path) {
    FILE *file = fopen(path, "rb");
    UInt8 buffer[16384];
    size_t count = file == NULL ? 0 : fread(buffer, 1, sizeof buffer, file);
    if (file != NULL) fclose(file);
    return CFDataCreate(NULL, buffer, (CFIndex)count);
}

static SecCertificateRef certificate(void) { return SecCertificateCreateWithData(NULL, contents(certificate_file)); }

static SecIdentityRef identity(void) {
    const void *keys[] = {kSecImportExportPassphrase}, *values[] = {CFSTR("x")};
    CFArrayRef items = NULL;
    SecPKCS12Import(contents(identity_file), CFDictionaryCreate(NULL, keys, values, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks), &items);
    return items == NULL ? NULL : (SecIdentityRef)CFDictionaryGetValue(CFArrayGetValueAtIndex(items, 0), kSecImportItemIdentity);
}

static SecKeyRef key(void) {
    SecKeyRef found = NULL;
    SecIdentityCopyPrivateKey(identity(), &found);
    return found;
}

static SecTrustRef trust(void) {
    SecTrustRef made = NULL;
    SecTrustCreateWithCertificates(certificate(), SecPolicyCreateBasicX509(), &made);
    return made;
}

static SecKeychainRef keychain(void) {
    SecKeychainRef found = NULL;
    SecKeychainCopyDefault(&found);
    return found;
}

static SecKeychainItemRef item(void) {
    SecKeychainItemRef found = NULL;
    if (SecKeychainAddGenericPassword(NULL, 6, "values", 1, "i", 1, "x", &found) != errSecSuccess)
        SecKeychainFindGenericPassword(NULL, 6, "values", 1, "i", NULL, NULL, &found);
    return found;
}

static SecAccessRef access_list(void) {
    SecAccessRef made = NULL;
    SecAccessCreate(CFSTR("x"), NULL, &made);
    return made;
}

static CMSEncoderRef encoder(void) {
    CMSEncoderRef made = NULL;
    CMSEncoderCreate(&made);
    return made;
}

static CMSDecoderRef decoder(void) {
    CMSDecoderRef made = NULL;
    CMSDecoderCreate(&made);
    return made;
}

/* What a program is asked for: each call in a process of its own, which says how it ended. */
struct call {
    const char *name;
    void (*make)(void);
};

static int run_each(const struct call *calls) {
    int failures = 0;
    for (; calls->name != NULL; calls++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            /* What a call deletes is no other's. */
            char home[4096];
            snprintf(home, sizeof home, "%s-%s", getenv("LATCHKEY_HOME"), calls->name);
            setenv("LATCHKEY_HOME", home, 1);
            alarm(60);
            calls->make();
            fflush(stdout);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (status != 0) printf("%s: %s %d\n", calls->name, WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        failures += status != 0;
    }
    printf("ended\n");
    return failures != 0;
}
