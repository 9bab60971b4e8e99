// The program's own interpreter: which one it is, and how it comes into the memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Failure.h"
#include "Stack.h"

enum {
    mostSegments = 32,
    elfMagic = 0x464c457f,
    largestInterpreter = 64 << 20,
    largestAlignment = 2 << 20,
};

static const Elf64_Phdr *segment(const struct start *start, uint32_t kind) {
    const Elf64_Phdr *found = NULL;
    for (uint64_t number = 0; number < start->segmentCount; number++)
        if (start->segments[number].p_type == kind) found = &start->segments[number];
    return found;
}

/// The path of the program's own interpreter, in the program's memory.
static const char *interpreter(const struct start *start) {
    const Elf64_Phdr *own = segment(start, PT_PHDR), *named = segment(start, PT_INTERP);
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
