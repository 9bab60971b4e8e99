// Opens the core libSecurity for this library alone.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "Door.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void *library;
static struct lk_core core;
static BOOL is_open;

static BOOL has_another;
static void open_core(void);

void lk_look_for_another(void) {
    // What a program has no reason to take the address of, so that this is a library's.
    void *first = dlsym(RTLD_DEFAULT, "CFGetAllocator");
    Dl_info its, own;
    if (first == NULL || dladdr(first, &its) == 0 || dladdr((void *)open_core, &own) == 0 || its.dli_fbase == own.dli_fbase) return;
    has_another = YES;
    fprintf(stderr, "libSecurity-gnustep: %s has another Core Foundation and was loaded first; it does not know objects of GNUstep\n", its.dli_fname);
}

static void open_core(void) {
    if (has_another) return;
    // Local, so that its names do not meet ours. It stays open: its objects may live as long as the program.
    library = dlopen("libSecurity.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "libSecurity-gnustep: %s; every call fails\n", dlerror());
        return;
    }
    BOOL all = YES;
#define LK_FIND(name) all = (core.name = (__typeof__(core.name))dlsym(library, #name)) != NULL && all;
    LK_CORE_FUNCTIONS(LK_FIND)
#undef LK_FIND
    const CFTypeRef *yes = dlsym(library, "kCFBooleanTrue"), *no = dlsym(library, "kCFBooleanFalse"), *null = dlsym(library, "kCFNull");
    core.array = dlsym(library, "kCFTypeArrayCallBacks");
    core.keys = dlsym(library, "kCFTypeDictionaryKeyCallBacks");
    core.values = dlsym(library, "kCFTypeDictionaryValueCallBacks");
    core.set = dlsym(library, "kCFTypeSetCallBacks");
    if (!all || !yes || !no || !null || !core.array || !core.keys || !core.values || !core.set) {
        fputs("libSecurity-gnustep: libSecurity.so.0 is of another version; every call fails\n", stderr);
        return;
    }
    core.true_ = *yes, core.false_ = *no, core.null = *null;
    is_open = YES;
}

const struct lk_core *lk_core(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_core);
    return is_open ? &core : NULL;
}

void *lk_core_function(const char *name) { return lk_core() == NULL ? NULL : dlsym(library, name); }
