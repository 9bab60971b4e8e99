// Starts the dynamic linker of a signed program as if the program were privileged: no library comes from the caller's
// environment.
// SPDX-License-Identifier: Apache-2.0
//
// codesign makes this the interpreter of a program (PT_INTERP); the kernel maps both, and begins here. The program's
// own interpreter stands at the address that PT_INTERP still has. It is loaded, told that execution is secure
// (AT_SECURE, getauxval(3)), and started with the stack as the kernel made it. Then ld.so(8) ignores LD_PRELOAD,
// LD_LIBRARY_PATH and $ORIGIN, the C library what else changes it, and other libraries what they read by
// secure_getenv(3). LD_AUDIT names the library that lets nothing in which others can write. A static program names no
// other interpreter. It is told that execution is secure and entered itself, since its C library loads code by the
// environment as well (iconv, NSS). Documentation/Design/Decisions/0029-the-secure-loader.md.
//
// Nothing is linked: this runs before anything that could be. There are no addresses in its data, since nobody would
// relocate them.
#include "Audit.h"
#include "Interpreter.h"
#include "Start.h"

/// Of a program that is looked at again once its libraries are loaded: what the kernel says of its entry, and the
/// entry.
static Elf64_auxv_t *entryOfProgram;
static uint64_t entry;

struct beginning latchkey_start(uint64_t *stack) {
    struct start start = read_stack(stack);
    if (!start.base || start.base->a_un.a_val == 0) FAIL("runs signed programs when they are started, and nothing by itself");
    if (!start.segments || !start.secure || !start.entry || start.entry->a_un.a_val == 0 || start.pageSize == 0)
        FAIL("the kernel says too little of the program");
#ifndef LATCHKEY_DEBUGGABLE
    // Nobody but root reads the program's memory from here on, nor dumps it. The kernel has seen to it since exec(2)
    // already if this file cannot be read (mode 0711), unless fs.suid_dumpable says otherwise.
    if (call3(callProcess, processSetDumpable, 0, 0) != 0) FAIL("the process cannot be kept from debuggers");
#endif
    // Every number but 0 means yes, and this one that the kernel has said no: the program has no more rights than who
    // has started it.
    if (start.secure->a_un.a_val == 0) start.secure->a_un.a_val = 2;
    const Elf64_Phdr *named = segment(&start, PT_INTERP);
    // codesign has taken the place of a note for it. Linkers set a flag for PT_INTERP, and codesign none there.
    if (named && named->p_flags == 0) {
        // As the kernel says it to a program without an interpreter.
        start.base->a_un.a_val = 0;
        return (struct beginning){start.entry->a_un.a_val, stack};
    }
    const char *path = interpreter(&start);
    if (!(named->p_flags & loadsLibrariesOfOthers) && is_auditing(path) && has_audit()) {
        stack = ask_audit(stack);
        start = read_stack(stack);
        entryOfProgram = start.entry;
        entry = start.entry->a_un.a_val;
        start.entry->a_un.a_val = (uint64_t)latchkey_entry;
    }
    uint64_t first = 0;
    start.base->a_un.a_val = load(path, start.pageSize, &first);
    return (struct beginning){first, stack};
}

uint64_t latchkey_loaded(void) {
    require_audit();
    entryOfProgram->a_un.a_val = entry;
    return entry;
}
