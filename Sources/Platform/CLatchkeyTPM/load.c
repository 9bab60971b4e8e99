// Loads libtss2 when the first asks for a TPM, into a table of pointers. Most machines never do: the libraries, with
// libcrypto behind them, are in nobody's memory until then, and need not be installed.
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "table.h"

enum library { tctildr, rc, mu, esys, libraries };

static const char *const files[libraries] = {
    [tctildr] = "libtss2-tctildr.so.0", [rc] = "libtss2-rc.so.0", [mu] = "libtss2-mu.so.0", [esys] = "libtss2-esys.so.0",
};

static const struct {
    enum library library;
    const char *name;
} functions[] = {
#define FUNCTION(library, name, result, parameters) {library, #name},
    EVERY_FUNCTION
#undef FUNCTION
};

enum { function_count = sizeof functions / sizeof *functions };
_Static_assert(sizeof(struct latchkey_tpm_functions) == function_count * sizeof(void *), "the table has a pointer for each name");
_Static_assert(sizeof(union latchkey_tpm_table) == latchkey_tpm_page, "the table fits in its pages, and has them to itself");

__attribute__((visibility("hidden"), aligned(latchkey_tpm_page)))
union latchkey_tpm_table latchkey_tpm_table = {.pages = {0}};

static atomic_int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *opened[libraries];
    // They stay: a function of one may be running in another thread when this one ends.
    for (int place = 0; place < libraries; place++) {
        opened[place] = dlopen(files[place], RTLD_NOW | RTLD_LOCAL);
        if (opened[place] == NULL) return;
    }
    void *found[function_count];
    for (int place = 0; place < function_count; place++) {
        found[place] = dlsym(opened[functions[place].library], functions[place].name);
        if (found[place] == NULL) return;
    }
    memcpy(&latchkey_tpm_table.functions, found, sizeof found);
    // What is jumped through is not to be written again, as with the tables of the loader.
    if (mprotect(&latchkey_tpm_table, sizeof latchkey_tpm_table, PROT_READ) != 0) return;
    atomic_store_explicit(&is_loaded, 1, memory_order_release);
}

int latchkey_tpm_load(void) {
    // A look that failed is not made again: what was missing for one call is missing for the next.
    pthread_once(&once, load);
    return atomic_load_explicit(&is_loaded, memory_order_acquire);
}

const char *latchkey_tpm_words(latchkey_tpm_code code) { return latchkey_tpm_load() ? TSS(Tss2_RC_Decode)(code) : NULL; }
