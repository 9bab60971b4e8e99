// Boxes: objects of Core Foundation with objects of Swift in them.
// SPDX-License-Identifier: Apache-2.0
#include "include/door.h"

#include "box.h"
#include "cf.h"

#include <stdio.h>
#include <stdlib.h>

// In the module of Swift that opens the boxes.
extern bool latchkey_swift_equal(const void *, const void *);
extern uintptr_t latchkey_swift_hash(const void *);
extern const void *latchkey_swift_describe(const void *);
extern void latchkey_swift_release(const void *);

// In debug.c. Then Swift's runtime keeps the memory of a box after its last release, for a reference that does not own.
extern const bool latchkey_is_debug_build;
extern void *swift_unownedRetain(void *);

struct kept {
    struct kept *next;
    const void *object;
};

struct box {
    struct latchkey_base base;
    const void *object;
    _Atomic(struct kept *) kept;
};

static const char *name_of(CFTypeRef box);

/// The object in a box; NULL after the last release of one that a debug build keeps.
static const void *object_of(CFTypeRef value) {
    const void *object = ((const struct box *)value)->object;
    if (object == NULL) fprintf(stderr, "libSecurity: a %sRef, %p, is used after its last release.\n", name_of(value), value);
    return object;
}

static void finalize(CFTypeRef value) {
    struct box *box = (struct box *)value;
    if (box->object == NULL) {
        fprintf(stderr, "libSecurity: a %sRef, %p, is released more often than it was retained.\n", name_of(value), value);
        swift_unownedRetain(box);
        return;
    }
    for (struct kept *kept = atomic_load(&box->kept), *next; kept != NULL; kept = next) {
        next = kept->next;
        CFRelease(kept->object);
        free(kept);
    }
    latchkey_swift_release(box->object);
    if (latchkey_is_debug_build) box->object = NULL;
}

static bool equal(CFTypeRef value, CFTypeRef other_value) {
    const void *one = object_of(value), *other = object_of(other_value);
    return one != NULL && other != NULL && (one == other || latchkey_swift_equal(one, other));
}

static uintptr_t hash(CFTypeRef box) {
    const void *object = object_of(box);
    return object == NULL ? 0 : latchkey_swift_hash(object);
}

static CFTypeRef describe(CFTypeRef box) {
    const void *object = object_of(box);
    return object == NULL ? NULL : latchkey_swift_describe(object);
}

static CFTypeRef describe_in(CFTypeRef box, CFTypeRef options) {
    (void)options;
    return describe(box);
}

#define CLASS(type) \
    {.name = type, .finalize = finalize, .equal = equal, .hash = hash, .describe_in = describe_in, .describe = describe}
static const struct latchkey_class classes[latchkey_kinds] = {
    [latchkey_access] = CLASS("SecAccess"), [latchkey_access_control] = CLASS("SecAccessControl"),
    [latchkey_certificate] = CLASS("SecCertificate"), [latchkey_decoder] = CLASS("CMSDecoder"),
    [latchkey_encoder] = CLASS("CMSEncoder"), [latchkey_identity] = CLASS("SecIdentity"), [latchkey_key] = CLASS("SecKey"),
    [latchkey_keychain] = CLASS("SecKeychain"), [latchkey_keychain_item] = CLASS("SecKeychainItem"),
    [latchkey_policy] = CLASS("SecPolicy"), [latchkey_task] = CLASS("SecTask"), [latchkey_trust] = CLASS("SecTrust"),
};

static CFTypeID first_type;
static atomic_int state;

/// All types are registered at once, one after the other: the kind of a box is its type less the first.
static CFTypeID types(void) {
    for (int seen; (seen = atomic_load_explicit(&state, memory_order_acquire)) != 2;) {
        int none = 0;
        if (seen == 0 && atomic_compare_exchange_strong(&state, &none, 1)) {
            first_type = _CFRuntimeRegisterClass(&classes[0]);
            for (int kind = 1; kind < latchkey_kinds; kind++) (void)_CFRuntimeRegisterClass(&classes[kind]);
            atomic_store_explicit(&state, 2, memory_order_release);
        }
    }
    return first_type;
}

uintptr_t latchkey_box_type(enum latchkey_kind kind) { return types() + (CFTypeID)kind; }

static const char *name_of(CFTypeRef box) { return classes[CFGetTypeID(box) - types()].name; }

const void *latchkey_box_create(enum latchkey_kind kind, const void *object) {
    struct box *box = (struct box *)_CFRuntimeCreateInstance(NULL, latchkey_box_type(kind), sizeof *box - sizeof box->base, NULL);
    if (box == NULL) return NULL;
    box->object = object;
    atomic_init(&box->kept, NULL);
    if (latchkey_is_debug_build) swift_unownedRetain(box);
    return box;
}

bool latchkey_is_box(const void *value) {
    CFTypeID type = CFGetTypeID(value), first = types();
    return type >= first && type < first + latchkey_kinds;
}

const void *latchkey_box_object(const void *value) { return latchkey_is_box(value) ? object_of(value) : NULL; }

const void *latchkey_box_keep(const void *value, const void *kept_box) {
    struct box *box = (struct box *)value;
    const void *object = ((const struct box *)kept_box)->object;
    struct kept *own = malloc(sizeof *own);
    struct kept *first = atomic_load(&box->kept);
    for (;;) {
        for (struct kept *kept = first; kept != NULL; kept = kept->next) {
            if (((const struct box *)kept->object)->object != object) continue;
            free(own);
            CFRelease(kept_box);
            return kept->object;
        }
        if (own == NULL) return kept_box;
        *own = (struct kept){.next = first, .object = kept_box};
        if (atomic_compare_exchange_weak(&box->kept, &first, own)) return kept_box;
    }
}
