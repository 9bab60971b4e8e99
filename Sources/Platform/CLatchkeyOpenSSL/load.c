// Loads libcrypto when the first of its functions is called (Decision 26), into a table of pointers. What calls through
// the table is `calls.c`.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // dlvsym
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "include/load.h"
#include "table.h"

#include <openssl/opensslv.h>

// As long as the pages of the processor's Linux: nothing else is in the pages that cannot be written afterwards. Not
// longer, since the kernel puts a program at multiples of its largest alignment.
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

_Static_assert(OPENSSL_VERSION_MAJOR == 3, "the headers are of the version whose library is loaded");
_Static_assert(sizeof(struct latchkey_functions) == sizeof names, "the table has a pointer for each name");
_Static_assert(sizeof(struct latchkey_functions) <= longest_page, "the table fits in the pages");

__attribute__((visibility("hidden"), aligned(longest_page)))
union latchkey_table latchkey_table = {.pages = {0}};

__attribute__((visibility("hidden")))
atomic_int latchkey_is_loaded;

_Static_assert(sizeof(union latchkey_table) == longest_page, "the table has its pages to itself");

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // It stays: a function of it may be running in another thread when this one ends.
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    void *functions[sizeof names / sizeof *names];
    for (size_t place = 0; place < sizeof names / sizeof *names; place++) {
        functions[place] = dlvsym(library, names[place], "OPENSSL_3.0.0");
        if (functions[place] == NULL) return;
    }
    memcpy(&latchkey_table.functions, functions, sizeof functions);
    // What is jumped through is not to be written again, as with the tables of the loader.
    if (mprotect(&latchkey_table, sizeof latchkey_table, PROT_READ) != 0) return;
    atomic_store_explicit(&latchkey_is_loaded, 1, memory_order_release);
}

int latchkey_crypto_load(void) {
    // A look that failed is not made again: what was missing for one call is missing for the next.
    pthread_once(&once, load);
    return atomic_load_explicit(&latchkey_is_loaded, memory_order_acquire);
}
