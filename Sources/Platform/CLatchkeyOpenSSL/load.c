// Loads libcrypto when the first of its functions is called (Decision 26). `functions.S` jumps through what this finds.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // dlvsym
#include <dlfcn.h>
#include <errno.h>
#include <openssl/opensslv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// As long as the pages of the processor's Linux: nothing else is in the pages that cannot be written afterwards. Not longer, since the kernel
// puts a program at multiples of its largest alignment.
#if defined(__x86_64__)
enum { longest_page = 4096 };
#else
enum { longest_page = 65536 };
#endif

static const char *const names[] = {
#define FUNCTION(name) #name,
#include "include/functions.h"
#undef FUNCTION
};

/// Where the functions are; null before the library is loaded.
__attribute__((visibility("hidden"), aligned(longest_page)))
_Atomic(void *) latchkey_crypto_functions[longest_page / sizeof(void *)];

_Static_assert(sizeof names / sizeof *names <= longest_page / sizeof(void *), "the functions fit in the pages");

_Static_assert(OPENSSL_VERSION_MAJOR == 3, "the headers are of the version whose library is loaded");

/// As the loader does where a program was linked with a library that is missing: there is nothing to go on with.
static _Noreturn void give_up(const char *reason) {
    fprintf(stderr, "latchkey: OpenSSL 3 cannot be loaded: %s\n", reason != NULL ? reason : "a function is missing");
    _exit(127);
}

static void load(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) give_up(dlerror());
    for (size_t place = 0; place < sizeof names / sizeof *names; place++) {
        void *function = dlvsym(library, names[place], "OPENSSL_3.0.0");
        if (function == NULL) give_up(dlerror());
        atomic_store_explicit(&latchkey_crypto_functions[place], function, memory_order_release);
    }
    // What is jumped through is not to be written again, as with the tables of the loader.
    if (mprotect(latchkey_crypto_functions, sizeof latchkey_crypto_functions, PROT_READ) != 0) give_up(strerror(errno));
}

__attribute__((visibility("hidden")))
void latchkey_crypto_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}
