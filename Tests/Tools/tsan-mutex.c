// Tells ThreadSanitizer of the locks that Swift's Mutex takes in its library, which is built without the sanitizer.
// SPDX-License-Identifier: Apache-2.0
//
// Loaded before libswiftSynchronization by scripts/sanitize. A lock that nobody waits for is taken and given back by
// code that the compiler puts into ours. If a thread waits, `_MutexHandle._lockSlow` and `_unlockSlow` ask the
// kernel (FUTEX_LOCK_PI, FUTEX_UNLOCK_PI), and the sanitizer would not see that one thread comes after the other.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

typedef SWIFT void (*lock_slow)(uint32_t seen, SELF handle);
typedef SWIFT void (*unlock_slow)(SELF handle);

// Only programs with the sanitizer have them; the others that the environment reaches go on without.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void latchkey_lock_slow(uint32_t seen, SELF handle) __asm__(LOCK_SLOW);
SWIFT void latchkey_unlock_slow(SELF handle) __asm__(UNLOCK_SLOW);

static void *next_function(void **known, const char *name) {
    void *function = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!function) {
        function = dlsym(RTLD_NEXT, name);
        if (!function) abort();
        __atomic_store_n(known, function, __ATOMIC_RELAXED);
    }
    return function;
}

SWIFT void latchkey_lock_slow(uint32_t seen, SELF handle) {
    static void *next;
    ((lock_slow)next_function(&next, LOCK_SLOW))(seen, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void latchkey_unlock_slow(SELF handle) {
    static void *next;
    if (__tsan_release) __tsan_release(handle);
    ((unlock_slow)next_function(&next, UNLOCK_SLOW))(handle);
}
