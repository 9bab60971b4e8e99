// Calls a block of a program. Its layout is clang's; neither a runtime nor a compiler of blocks is needed for that.
// SPDX-License-Identifier: Apache-2.0
#include "include/door.h"

#include <stdlib.h>

struct block {
    const void *isa;
    int flags, reserved;
    void (*invoke)(void);
};

// The runtime of blocks, which is in the library with libdispatch.
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

void *latchkey_block_copy(const void *block) { return _Block_copy(block); }
void latchkey_block_release(void *block) { _Block_release(block); }

void latchkey_block_call_result(void *block, const void *trust, uint32_t result) {
    ((void (*)(void *, const void *, uint32_t))((struct block *)block)->invoke)(block, trust, result);
}

void latchkey_block_call_verdict(void *block, const void *trust, bool is_trusted, const void *error) {
    ((void (*)(void *, const void *, bool, const void *))((struct block *)block)->invoke)(block, trust, is_trusted, error);
}

void latchkey_block_call_error(void *block, const void *error) {
    ((void (*)(void *, const void *))((struct block *)block)->invoke)(block, error);
}

void latchkey_block_call_list(void *block, const void *list, const void *error) {
    ((void (*)(void *, const void *, const void *))((struct block *)block)->invoke)(block, list, error);
}
