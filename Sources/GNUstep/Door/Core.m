// Opens the core libSecurity for this library alone.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void *library;
static struct lk_core core;
static BOOL is_open;

static void open_core(void) {
    // The core's class of constant strings, which is seen by everybody only if the core itself is, or a Foundation of Swift: then the calls of
    // Core Foundation in this program may be theirs, and they do not know objects of GNUstep.
    if (dlsym(RTLD_DEFAULT, "$s10Foundation19_NSCFConstantStringCN") != NULL) {
        fputs("libSecurity-gnustep: this program has another Core Foundation too (libSecurity or Swift's Foundation); every call fails\n", stderr);
        return;
    }
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
