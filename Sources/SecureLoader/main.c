// Starts the dynamic linker of a signed program as if the program were privileged: no library comes from the caller's environment.
// SPDX-License-Identifier: Apache-2.0
//
// codesign makes this the interpreter of a program (PT_INTERP); the kernel maps both, and begins here. The program's own interpreter stands
// at the address that PT_INTERP still has. It is loaded, told that execution is secure (AT_SECURE, getauxval(3)), and started with the stack
// as the kernel made it. Then ld.so(8) ignores LD_PRELOAD, LD_LIBRARY_PATH, LD_AUDIT and $ORIGIN, the C library what else changes it, and
// other libraries what they read by secure_getenv(3). A static program names no other interpreter. It is told the same and entered itself,
// since its C library loads code by the environment as well (iconv, NSS). Documentation/Decisions/0029-the-secure-loader.md.
//
// Nothing is linked: this runs before anything that could be. There are no addresses in its data, since nobody would relocate them.
#include "Calls.h"

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum { mostSegments = 32, largestPath = 4096 };

/// What the kernel says of the program, behind its arguments and environment on the stack.
struct start {
    const Elf64_Phdr *segments;
    uint64_t segmentCount, pageSize, entry;
    Elf64_auxv_t *base, *secure;
};

static _Noreturn void fail(const char *what, size_t size) {
    call3(callWrite, 2, (long)what, (long)size);
    call3(callExit, 126, 0, 0);
    __builtin_unreachable();
}
#define FAIL(text) fail("secure-loader: " text "\n", sizeof("secure-loader: " text "\n") - 1)

static struct start read_stack(uint64_t *stack) {
    struct start start = {0};
    uint64_t *place = stack + 1 + stack[0] + 1;
    while (*place) place++;
    for (Elf64_auxv_t *entry = (Elf64_auxv_t *)(place + 1); entry->a_type != AT_NULL; entry++) {
        switch (entry->a_type) {
        case AT_PHDR: start.segments = (const Elf64_Phdr *)entry->a_un.a_val; break;
        case AT_PHNUM: start.segmentCount = entry->a_un.a_val; break;
        case AT_PAGESZ: start.pageSize = entry->a_un.a_val; break;
        case AT_ENTRY: start.entry = entry->a_un.a_val; break;
        case AT_BASE: start.base = entry; break;
        case AT_SECURE: start.secure = entry; break;
        }
    }
    return start;
}

/// Whether the program is static: it names no interpreter but this one, for which codesign has taken the place of a note. Linkers set a flag
/// for PT_INTERP, and codesign takes it away there.
static int is_static(const struct start *start) {
    for (uint64_t number = 0; number < start->segmentCount; number++)
        if (start->segments[number].p_type == PT_INTERP) return start->segments[number].p_flags == 0;
    return 0;
}

/// The path of the program's own interpreter, in the program's memory.
static const char *interpreter(const struct start *start) {
    const Elf64_Phdr *own = NULL, *named = NULL;
    for (uint64_t number = 0; number < start->segmentCount; number++) {
        if (start->segments[number].p_type == PT_PHDR) own = &start->segments[number];
        if (start->segments[number].p_type == PT_INTERP) named = &start->segments[number];
    }
    if (!own || !named || named->p_memsz < 2 || named->p_memsz > largestPath) FAIL("the program names no interpreter of its own");
    const char *path = (const char *)((uint64_t)start->segments - own->p_vaddr + named->p_vaddr);
    if (path[0] != '/' || path[named->p_memsz - 1] != 0) FAIL("the program names no interpreter of its own");
    return path;
}

static void read_whole(long file, void *buffer, size_t size, uint64_t offset) {
    for (size_t done = 0; done < size;) {
        long count = call4(callRead, file, (long)buffer + (long)done, (long)(size - done), (long)(offset + done));
        if (count == -interrupted) continue;
        if (count <= 0) FAIL("the interpreter cannot be read");
        done += (size_t)count;
    }
}

static long map(uint64_t address, uint64_t size, long protection, long flags, long file, uint64_t offset) {
    long result = call6(callMap, (long)address, (long)size, protection, flags, file, (long)offset);
    if (result < 0 && result > -4096) FAIL("there is no memory for the interpreter");
    return result;
}

static void map_segment(const Elf64_Phdr *segment, long file, uint64_t bias, uint64_t page) {
    long protection = (segment->p_flags & PF_R ? mapRead : 0) | (segment->p_flags & PF_W ? mapWrite : 0) |
                      (segment->p_flags & PF_X ? mapExecute : 0);
    uint64_t begin = bias + segment->p_vaddr, end = begin + segment->p_memsz, filled = begin + segment->p_filesz;
    uint64_t first = begin & ~(page - 1), afterFile = (filled + page - 1) & ~(page - 1), last = (end + page - 1) & ~(page - 1);
    if (segment->p_filesz > 0)
        map(first, filled - first, protection, mapPrivate | mapFixed, file, segment->p_offset - (begin - first));
    else
        afterFile = first;
    if (last > afterFile) map(afterFile, last - afterFile, protection, mapPrivate | mapFixed | mapAnonymous, -1, 0);
    // What the file has behind the segment on its last page is none of it.
    if (protection & mapWrite && segment->p_filesz > 0)
        for (volatile char *byte = (volatile char *)filled; (uint64_t)byte < afterFile; byte++) *byte = 0;
}

/// Maps the interpreter at a random place, as the kernel would have.
/// - Returns: where it begins; its entry is in `entry`.
static uint64_t load(const char *path, uint64_t page, uint64_t *entry) {
    long file = call4(callOpen, atCurrentFolder, (long)path, openCloseOnExec, 0);
    if (file < 0) FAIL("the program's interpreter cannot be opened");
    Elf64_Ehdr header;
    Elf64_Phdr segments[mostSegments];
    read_whole(file, &header, sizeof header, 0);
    if (*(const uint32_t *)header.e_ident != elfMagic || header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != ownMachine ||
        header.e_type != ET_DYN || header.e_phentsize != sizeof *segments || header.e_phnum == 0 || header.e_phnum > mostSegments)
        FAIL("the program's interpreter is none");
    read_whole(file, segments, header.e_phnum * sizeof *segments, header.e_phoff);
    uint64_t lowest = UINT64_MAX, highest = 0, alignment = page;
    for (int number = 0; number < header.e_phnum; number++) {
        const Elf64_Phdr *segment = &segments[number];
        if (segment->p_type != PT_LOAD) continue;
        uint64_t end = segment->p_vaddr + segment->p_memsz;
        if (end < segment->p_vaddr || end > largestInterpreter || segment->p_filesz > segment->p_memsz ||
            (segment->p_vaddr - segment->p_offset) % page != 0)
            FAIL("the program's interpreter is none");
        if (segment->p_vaddr < lowest) lowest = segment->p_vaddr;
        if (end > highest) highest = end;
        if (segment->p_align > alignment && segment->p_align <= largestAlignment) alignment = segment->p_align;
    }
    if (highest == 0 || (alignment & (alignment - 1)) != 0) FAIL("the program's interpreter is none");
    lowest &= ~(alignment - 1);
    highest = (highest + page - 1) & ~(page - 1);
    // Room for all of it and for its alignment; what is too much is given back.
    uint64_t size = highest - lowest, room = (uint64_t)map(0, size + alignment, 0, mapPrivate | mapAnonymous, -1, 0);
    uint64_t begin = (room + alignment - 1) & ~(alignment - 1);
    if (begin > room) call3(callUnmap, (long)room, (long)(begin - room), 0);
    if (begin + size < room + size + alignment) call3(callUnmap, (long)(begin + size), (long)(room + alignment - begin), 0);
    for (int number = 0; number < header.e_phnum; number++)
        if (segments[number].p_type == PT_LOAD && segments[number].p_memsz > 0) map_segment(&segments[number], file, begin - lowest, page);
    call3(callClose, file, 0, 0);
    *entry = begin - lowest + header.e_entry;
    return begin - lowest;
}

/// - Returns: where the program's interpreter begins to run.
__attribute__((visibility("hidden"), used)) uint64_t latchkey_start(uint64_t *stack) {
    struct start start = read_stack(stack);
    if (!start.base || start.base->a_un.a_val == 0) FAIL("runs signed programs when they are started, and nothing by itself");
    if (!start.segments || !start.secure || start.pageSize == 0) FAIL("the kernel says too little of the program");
#ifndef LATCHKEY_DEBUGGABLE
    // Nobody but root reads the program's memory from here on, nor dumps it. The kernel has seen to it since exec(2) already where this file
    // cannot be read (mode 0711), unless fs.suid_dumpable says otherwise.
    if (call3(callProcess, processSetDumpable, 0, 0) != 0) FAIL("the process cannot be kept from debuggers");
#endif
    // Every number but 0 means yes, and this one that the kernel has said no: the program has no more rights than who has started it.
    if (start.secure->a_un.a_val == 0) start.secure->a_un.a_val = 2;
    if (is_static(&start)) {
        if (start.entry == 0) FAIL("the kernel says too little of the program");
        // As the kernel says it to a program without an interpreter.
        start.base->a_un.a_val = 0;
        return start.entry;
    }
    uint64_t entry = 0;
    start.base->a_un.a_val = load(interpreter(&start), start.pageSize, &entry);
    return entry;
}
