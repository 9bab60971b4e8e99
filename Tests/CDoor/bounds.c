/* Arguments that would take the library's memory or time, or that are of another class deep inside. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <malloc.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Arrays in which one array stands forty times, and in that another, seven levels deep. */
static void shared_levels(void) {
    CFTypeRef inner = CFSTR("x");
    for (int level = 0; level < 7; level++) {
        CFMutableArrayRef outer = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
        for (int place = 0; place < 40; place++) CFArrayAppendValue(outer, inner);
        inner = outer;
    }
    CFMutableDictionaryRef query = mutable_entries();
    CFDictionarySetValue(query, kSecMatchItemList, inner);
    double began = seconds();
    OSStatus status = SecItemCopyMatching(query, NULL);
    printf("levels %d %d\n", (int)status, seconds() - began < 5);
}

static void import_parameters(void) {
    CFMutableArrayRef with_null = CFArrayCreateMutable(NULL, 0, NULL);
    CFArrayAppendValue(with_null, NULL);
    const void *wrong[] = {CFSTR("x"), bytes(), mutable_entries(), with_null, certificate()};
    for (int place = 0; place < 5; place++) {
        SecItemImportExportKeyParameters parameters = {0};
        parameters.keyAttributes = (CFArrayRef)wrong[place];
        CFDataRef file = NULL;
        printf("import %d export %d\n", (int)SecItemImport(bytes(), NULL, NULL, NULL, 0, &parameters, NULL, NULL),
               (int)SecItemExport(certificate(), kSecFormatX509Cert, 0, &parameters, &file));
    }
}

static void one_certificate(void) {
    SecTrustRef judged = trust();
    SecCertificateRef first = SecTrustGetCertificateAtIndex(judged, 0);
    size_t before = mallinfo2().uordblks;
    int same = 0;
    for (int turn = 0; turn < 10000; turn++) same += SecTrustGetCertificateAtIndex(judged, 0) == first;
    printf("same %d grown %d\n", same, mallinfo2().uordblks > before + 10000);
}

static void long_signature(void) {
    UInt8 room[32] = {0};
    SecKeyRef half = SecKeyCopyPublicKey(key());
    const size_t lengths[] = {(size_t)1 << 40, (size_t)1 << 62, SIZE_MAX, 8193};
    for (int place = 0; place < 4; place++)
        printf("verify %d\n", SecKeyRawVerify(half, kSecPaddingPKCS1, room, 20, room, lengths[place]) != errSecSuccess);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    certificate_file = arguments[1];
    identity_file = arguments[2];
    shared_levels();
    import_parameters();
    one_certificate();
    long_signature();
    return 0;
}
