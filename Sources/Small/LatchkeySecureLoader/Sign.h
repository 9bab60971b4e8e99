// How the library that is asked tells the loader that it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Calls.h"

/// A handler of a signal. exec(2) takes every handler away, and nothing of the caller runs before the program begins,
/// so that nobody but the library can have set it. That the library is mapped would say less: it can be loaded as any
/// other is, and is then asked nothing.
enum { signOfAudit = 0x4c4b4155, signalOfAudit = 64, sizeOfSignals = 8 };

/// As the kernel has it.
struct action {
    uint64_t handler, flags, restorer, blocked;
};

static inline long exchange_action(const struct action *new, struct action *old) {
    return call4(callAction, signalOfAudit, (long)new, (long)old, sizeOfSignals);
}
