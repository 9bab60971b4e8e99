// How long the daemon may take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <stdint.h>
#include <time.h>

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Waits until the descriptor is ready.
/// - Returns: 0 once the time is over.
static int wait_for(int descriptor, short events, int64_t deadline) {
    int64_t left = deadline - milliseconds();
    struct pollfd ready = {.fd = descriptor, .events = events};
    // A signal of the login's own makes the wait begin anew.
    return left > 0 && poll(&ready, 1, (int)left) != 0;
}
