/* A child that goes on without exec, while its parent does: both use the keychain that the parent had open. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

static CFDictionaryRef entry(const char *account, CFTypeRef key, CFTypeRef value) {
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFStringRef name = CFStringCreateWithCString(NULL, account, kCFStringEncodingUTF8);
    CFDictionarySetValue(made, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(made, kSecAttrService, CFSTR("forked"));
    CFDictionarySetValue(made, kSecAttrAccount, name);
    CFDictionarySetValue(made, key, value);
    CFRelease(name);
    return made;
}

/* Adds, finds and deletes forty items, and returns how many calls have failed. */
static int work(const char *whose) {
    int failures = 0;
    for (int turn = 0; turn < 40; turn++) {
        char account[32];
        CFTypeRef found = NULL;
        snprintf(account, sizeof account, "%s-%d", whose, turn);
        failures += SecItemAdd(entry(account, kSecValueData, bytes()), NULL) != errSecSuccess;
        failures += SecItemCopyMatching(entry(account, kSecReturnData, kCFBooleanTrue), &found) != errSecSuccess;
        failures += found == NULL || CFDataGetLength(found) != 1;
        if (turn % 2) failures += SecItemDelete(entry(account, kSecAttrService, CFSTR("forked"))) != errSecSuccess;
        if (found != NULL) CFRelease(found);
    }
    return failures;
}

int main(void) {
    printf("before %d\n", work("before"));
    fflush(stdout);
    pid_t children[4];
    for (int place = 0; place < 4; place++) {
        char name[16];
        snprintf(name, sizeof name, "child%d", place);
        children[place] = fork();
        if (children[place] == 0) _exit(work(name));
    }
    printf("parent %d\n", work("parent"));
    for (int place = 0; place < 4; place++) {
        int status = -1;
        waitpid(children[place], &status, 0);
        printf("child %d %d\n", WIFEXITED(status), WEXITSTATUS(status));
    }
    return 0;
}
