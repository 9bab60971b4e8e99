// Queues of a program: those of the libdispatch that it is linked with, which is not the one in this library.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/door.h"

#include <dlfcn.h>
#include <stddef.h>

typedef void async_call(void *, void *, void (*)(void *));
typedef void count_call(void *);

/// This library exports no name of libdispatch, so that what is found is the program's.
static void *found(const char *name) { return dlsym(RTLD_DEFAULT, name); }

bool latchkey_queue_retain(const void *queue) {
    count_call *retain = (count_call *)found("dispatch_retain");
    if (retain == NULL || found("dispatch_async_f") == NULL || found("dispatch_release") == NULL) return false;
    retain((void *)queue);
    return true;
}

void latchkey_queue_release(const void *queue) { ((count_call *)found("dispatch_release"))((void *)queue); }

void latchkey_queue_async(const void *queue, void *context, void (*work)(void *)) {
    ((async_call *)found("dispatch_async_f"))((void *)queue, context, work);
}
