// Several threads call at the same time, from the first call on, which opens the core.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int bad;
static pthread_barrier_t start;

static void *work(void *number) {
    GSRegisterCurrentThread();
    pthread_barrier_wait(&start);
    for (int turn = 0; turn < 200; turn++) {
        @autoreleasepool {
            NSString *account = [NSString stringWithFormat:@"%ld", (long)number];
            NSMutableDictionary *item = [NSMutableDictionary dictionary];
            item[(id)kSecClass] = (id)kSecClassGenericPassword, item[(id)kSecAttrAccount] = account;
            item[(id)kSecValueData] = [account dataUsingEncoding:NSUTF8StringEncoding];
            if (SecItemAdd((CFDictionaryRef)item, NULL) != errSecSuccess) bad++;
            [item removeObjectForKey:(id)kSecValueData];
            item[(id)kSecReturnData] = @YES;
            CFTypeRef found = NULL;
            if (SecItemCopyMatching((CFDictionaryRef)item, &found) != errSecSuccess || ![(id)found isEqual:[account dataUsingEncoding:NSUTF8StringEncoding]]) bad++;
            if (found != NULL) CFRelease(found);
            [item removeObjectForKey:(id)kSecReturnData];
            if (SecItemDelete((CFDictionaryRef)item) != errSecSuccess) bad++;
        }
    }
    GSUnregisterCurrentThread();
    return NULL;
}

int main(void) {
    enum { count = 4 };
    pthread_t threads[count];
    pthread_barrier_init(&start, NULL, count);
    for (long place = 0; place < count; place++) pthread_create(&threads[place], NULL, work, (void *)place);
    for (int place = 0; place < count; place++) pthread_join(threads[place], NULL);
    CHECK(bad == 0, "each thread finds what it stored: %d wrong", (int)bad);
    return wrong;
}
