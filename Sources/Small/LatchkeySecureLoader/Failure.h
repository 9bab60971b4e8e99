// What the loader says before it ends the process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Calls.h"

static _Noreturn void fail(const char *what, size_t size) {
    call3(callWrite, 2, (long)what, (long)size);
    call3(callExit, 126, 0, 0);
    __builtin_unreachable();
}
#define FAIL(text) fail("secure-loader: " text "\n", sizeof("secure-loader: " text "\n") - 1)
