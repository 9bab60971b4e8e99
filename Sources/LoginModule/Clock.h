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

/// Waits until the descriptor is ready, or for a moment where it is -1.
/// - Returns: 0 once the time is over.
static int wait_for(int descriptor, short events, int64_t deadline) {
    int64_t left = deadline - milliseconds();
    if (left <= 0) return 0;
    struct pollfd ready = {.fd = descriptor, .events = events};
    if (descriptor < 0 && left > 20) left = 20;
    // A signal of the login's own makes the wait begin anew.
    return poll(&ready, 1, (int)left) != 0 || descriptor < 0;
}
