// The library by which the dynamic linker asks what it may load (rtld-audit(7)).
// Documentation/Design/Decisions/0032-plugins-are-roots.md.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Failure.h"
#include "Sign.h"
#include "Stack.h"

#define AUDIT "liblatchkey-audit.so"

#if defined(__x86_64__)
#define AUDIT_FOLDER "/usr/lib/x86_64-linux-gnu/"
#elif defined(__aarch64__)
#define AUDIT_FOLDER "/usr/lib/aarch64-linux-gnu/"
#endif

/// In the flags of PT_INTERP of a program that may load whatever it likes: of the bits that are the system's (elf(5)).
enum { loadsLibrariesOfOthers = 1 << 20 };

static int is_there(const char *path) {
    long result = call3(callAccess, atCurrentFolder, (long)path, 0);
    return result != -noEntry && result != -noFolder;
}

/// Whether the machine has it, in a folder that the dynamic linker looks at. A keychain that needs it gives the program
/// no identity without.
static int has_audit(void) { return is_there(AUDIT_FOLDER AUDIT) || is_there("/usr/lib64/" AUDIT) || is_there("/usr/lib/" AUDIT); }

/// Whether the dynamic linker knows the interface; the one of musl does not, and loads nothing of it.
static int is_auditing(const char *interpreter) {
    const char *name = interpreter;
    for (const char *byte = interpreter; *byte; byte++)
        if (*byte == '/') name = byte + 1;
    return !begins_with(name, "ld-musl-");
}

/// Has the dynamic linker ask. What the caller has put into the environment for it goes, and so it is taken away from
/// the program later.
static uint64_t *ask_audit(uint64_t *stack) { return set_variable(stack, "LD_AUDIT=", "LD_AUDIT=" AUDIT, "LD_PRELOAD="); }

/// The dynamic linker goes on without what it cannot load, as if somebody has taken the process's memory or descriptors
/// away for a moment (prlimit(2)), or hides the file (Landlock). The program has the signal as after every exec.
static void require_audit(void) {
    static const struct action none;
    struct action found;
    if (exchange_action(&none, &found) != 0 || found.handler != signOfAudit) FAIL(AUDIT " was not loaded, so that nobody looks at what the program loads");
}
