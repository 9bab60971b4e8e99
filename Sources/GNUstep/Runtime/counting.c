// What code with automatic reference counting calls, by the messages that GNUstep has for it.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

ENTRY id objc_retain(id object) { return object == NULL ? NULL : SEND(id, object, "retain"); }

ENTRY void objc_release(id object) {
    if (object != NULL) SEND(void, object, "release");
}

ENTRY id objc_autorelease(id object) { return object == NULL ? NULL : SEND(id, object, "autorelease"); }
ENTRY id objc_retainAutorelease(id object) { return objc_autorelease(objc_retain(object)); }
ENTRY id objc_autoreleaseReturnValue(id object) { return objc_autorelease(object); }
ENTRY id objc_retainAutoreleaseReturnValue(id object) { return objc_retainAutorelease(object); }
ENTRY id objc_retainAutoreleasedReturnValue(id object) { return objc_retain(object); }
ENTRY id objc_unsafeClaimAutoreleasedReturnValue(id object) { return object; }

ENTRY id objc_storeStrong(id *place, id object) {
    id old = *place;
    objc_retain(object);
    *place = object;
    objc_release(old);
    return object;
}

extern void *_Block_copy(const void *) __attribute__((weak));

/// Blocks need their runtime; a program without any has no block to retain.
ENTRY id objc_retainBlock(id block) { return block == NULL || _Block_copy == NULL ? block : _Block_copy(block); }

ENTRY void *objc_autoreleasePoolPush(void) {
    id pool = SEND(id, objc_lookUpClass("NSAutoreleasePool"), "alloc");
    return SEND(id, pool, "init");
}

ENTRY void objc_autoreleasePoolPop(void *pool) { SEND(void, pool, "release"); }
