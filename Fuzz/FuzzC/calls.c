// Fuzzes the calls of C with dictionaries and objects of Core Foundation: whatever they are, a call answers.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "objects.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static char home[] = "/tmp/latchkey-fuzz-XXXXXX";

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static void remove_home(void) { nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static void check(int holds, const char *promise) {
    if (holds) return;
    fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

/// What a call has left is there after success only, and has a description.
static void left(OSStatus status, CFTypeRef found) {
    check(status == errSecSuccess || found == NULL, "nothing is left after a failure");
    objects_keep(found);
    if (found != NULL) objects_keep(CFCopyDescription(found));
}

/// An error is there if there is no object, and only then.
static void answered(CFTypeRef object, CFErrorRef error) {
    check((object == NULL) == (error != NULL), "either an object or an error");
    if (error != NULL) check(CFErrorGetCode(error) != 0, "an error has a code");
    objects_keep(object);
    objects_keep(error);
}

static void call(UInt8 which, struct reader *reader) {
    CFTypeRef first = take_dictionary(reader, 0), second = take_dictionary(reader, 0), object = take_object(reader, 0), found = NULL;
    CFErrorRef error = NULL;
    OSStatus status;
    switch (which % 16) {
    case 0: status = SecItemAdd(first, &found); break;
    case 1: case 2: status = SecItemCopyMatching(first, &found); break;
    case 3: status = SecItemUpdate(first, second); break;
    case 4: status = SecItemDelete(first); break;
    case 5: answered(SecKeyCreateWithData(object, first, &error), error); return;
    case 6: status = SecPKCS12Import(object, first, (CFArrayRef *)&found); break;
    case 7: status = SecTrustCreateWithCertificates(object, second, (SecTrustRef *)&found); break;
    case 8: objects_keep(SecPolicyCreateWithProperties(object, first)); return;
    case 9: status = SecItemExport(object, kSecFormatUnknown, 0, NULL, (CFDataRef *)&found); break;
    case 10: status = SecItemImport(object, NULL, NULL, NULL, 0, NULL, NULL, (CFArrayRef *)&found); break;
    case 11: answered(SecAccessControlCreateWithFlags(NULL, object, take_byte(reader), &error), error); return;
    case 12: answered(SecKeyCreateSignature((SecKeyRef)object, first, second, &error), error); return;
    case 13: status = SecTrustSettingsSetTrustSettings((SecCertificateRef)object, kSecTrustSettingsDomainUser, first); break;
    case 14: objects_keep(SecTaskCopyValueForEntitlement((SecTaskRef)object, first, &error)); objects_keep(error); return;
    default: objects_keep(SecCertificateCreateWithData(NULL, object)); return;
    }
    left(status, found);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (mkdtemp(home) == NULL) return 1;
    // After a crash the folder stays.
    atexit(remove_home);
    setenv("LATCHKEY_HOME", home, 1);
    setenv("LATCHKEY_SOCKET", "none", 1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct reader reader = {bytes, count};
    for (int turn = 0; turn < 4 && reader.count > 0; turn++) call(take_byte(&reader), &reader);
    objects_end();
    return 0;
}
