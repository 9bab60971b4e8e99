// The call that takes an audit token by value.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

struct token { uint32_t val[8]; };
extern const void *latchkey_task_create(const uint32_t *);

const void *SecTaskCreateWithAuditToken(const void *allocator, struct token token) {
    (void)allocator;
    return latchkey_task_create(token.val);
}
