// Tells when a block on the heap ends, for weak references to it. Whoever lets a block go, also a library in C, calls
// the runtime of blocks, which has no word for that. But it calls what the block's descriptor has for what the block
// captured; so such a block is given a descriptor of its own.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

#include <stdlib.h>

// Swift's runtime of blocks counts in another way than Debian's, and has this.
extern bool _Block_tryRetain(const void *) __attribute__((weak));

/// As a compiler writes it if the block captures what must be copied; otherwise the two functions are not there.
struct descriptor {
    unsigned long reserved, size;
    void (*copy)(void *, const void *), (*dispose)(id);
    const char *signature, *layout;
};
struct block {
    struct class *class;
    uint32_t flags, reserved;
    void (*code)(void);
    struct descriptor *descriptor;
};
enum { count_mask = 0xFFFF, is_on_heap = 1 << 24, has_helpers = 1 << 25, is_global = 1 << 28, has_signature = 1 << 30 };

struct watched {
    struct descriptor descriptor, *former;
    void (*dispose)(id);
};

static uint32_t flags_of(id block) { return __atomic_load_n(&((struct block *)block)->flags, __ATOMIC_ACQUIRE); }

ENTRY bool lk_block_is_counted(id block) { return flags_of(block) & is_on_heap; }
ENTRY bool lk_block_is_endless(id block) { return flags_of(block) & is_global; }

/// The last owner is gone, the memory is still there.
static void end(id object) {
    struct block *block = (struct block *)object;
    struct watched *watched = (struct watched *)block->descriptor;
    void (*dispose)(id) = watched->dispose;
    lk_forget(object);
    block->descriptor = watched->former;
    free(watched);
    if (dispose != NULL) dispose(object);
}

/// The caller owns the block, and no other thread does the same.
ENTRY void lk_block_watch(id object) {
    struct block *block = (struct block *)object;
    struct descriptor *former = block->descriptor;
    uint32_t flags = flags_of(object);
    if (flags & has_helpers && former->dispose == end) return;
    struct watched *watched = calloc(1, sizeof *watched);
    if (watched == NULL) abort();
    const char **words = flags & has_helpers ? &former->signature : (const char **)&former->copy;
    watched->descriptor = (struct descriptor){former->reserved, former->size, flags & has_helpers ? former->copy : NULL, end, NULL, NULL};
    if (flags & has_signature) watched->descriptor.signature = words[0], watched->descriptor.layout = words[1];
    watched->former = former;
    watched->dispose = flags & has_helpers ? former->dispose : NULL;
    block->descriptor = &watched->descriptor;
    __atomic_fetch_or(&block->flags, has_helpers, __ATOMIC_ACQ_REL);
}

/// False if the block is ending. Its memory is there: the lock is held that `lk_forget` takes.
ENTRY bool lk_block_retain(id object) {
    if (_Block_tryRetain != NULL) return _Block_tryRetain(object);
    struct block *block = (struct block *)object;
    for (uint32_t flags = flags_of(object); (flags & count_mask) != 0;) {
        // A count that is full stays so, and the block never ends.
        if ((flags & count_mask) == count_mask) return true;
        if (__atomic_compare_exchange_n(&block->flags, &flags, flags + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return true;
    }
    return false;
}
