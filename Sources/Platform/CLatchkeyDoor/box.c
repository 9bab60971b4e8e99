// Boxes: objects of Core Foundation with objects of Swift in them.
// SPDX-License-Identifier: Apache-2.0
#include "include/door.h"

#include "cf.h"

#include <stdlib.h>

// In the module of Swift that opens the boxes.
extern bool latchkey_swift_equal(const void *, const void *);
extern uintptr_t latchkey_swift_hash(const void *);
extern const void *latchkey_swift_describe(const void *);
extern void latchkey_swift_release(const void *);

struct kept {
    struct kept *next;
    const void *object;
};

struct box {
    struct latchkey_base base;
    const void *object;
    _Atomic(struct kept *) kept;
};

static const void *object_of(CFTypeRef box) { return ((const struct box *)box)->object; }

static void finalize(CFTypeRef value) {
    struct box *box = (struct box *)value;
    for (struct kept *kept = atomic_load(&box->kept), *next; kept != NULL; kept = next) {
        next = kept->next;
        CFRelease(kept->object);
        free(kept);
    }
    if (box->object != NULL) latchkey_swift_release(box->object);
}

static bool equal(CFTypeRef one, CFTypeRef other) {
    return object_of(one) == object_of(other) || latchkey_swift_equal(object_of(one), object_of(other));
}

static uintptr_t hash(CFTypeRef box) { return latchkey_swift_hash(object_of(box)); }
static CFTypeRef describe(CFTypeRef box) { return latchkey_swift_describe(object_of(box)); }
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

const void *latchkey_box_create(enum latchkey_kind kind, const void *object) {
    struct box *box = (struct box *)_CFRuntimeCreateInstance(NULL, latchkey_box_type(kind), sizeof *box - sizeof box->base, NULL);
    if (box == NULL) return NULL;
    box->object = object;
    atomic_init(&box->kept, NULL);
    return box;
}

const void *latchkey_box_object(const void *value) {
    CFTypeID type = CFGetTypeID(value), first = types();
    return type >= first && type < first + latchkey_kinds ? object_of(value) : NULL;
}

const void *latchkey_box_keep(const void *value, const void *object) {
    struct box *box = (struct box *)value;
    struct kept *kept = malloc(sizeof *kept);
    if (kept == NULL) return object;
    kept->object = object;
    kept->next = atomic_load(&box->kept);
    while (!atomic_compare_exchange_weak(&box->kept, &kept->next, kept)) {}
    return object;
}
