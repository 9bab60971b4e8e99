// What the kernel puts on the stack of a program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Calls.h"

/// What the kernel says of the program, behind its arguments and environment.
struct start {
    const Elf64_Phdr *segments;
    uint64_t segmentCount, pageSize;
    Elf64_auxv_t *base, *secure, *entry;
};

static struct start read_stack(uint64_t *stack) {
    struct start start = {0};
    uint64_t *place = stack + 1 + stack[0] + 1;
    while (*place) place++;
    for (Elf64_auxv_t *entry = (Elf64_auxv_t *)(place + 1); entry->a_type != AT_NULL; entry++) {
        switch (entry->a_type) {
        case AT_PHDR: start.segments = (const Elf64_Phdr *)entry->a_un.a_val; break;
        case AT_PHNUM: start.segmentCount = entry->a_un.a_val; break;
        case AT_PAGESZ: start.pageSize = entry->a_un.a_val; break;
        case AT_ENTRY: start.entry = entry; break;
        case AT_BASE: start.base = entry; break;
        case AT_SECURE: start.secure = entry; break;
        }
    }
    return start;
}

static int begins_with(const char *text, const char *beginning) {
    while (*beginning && *text == *beginning) text++, beginning++;
    return *beginning == 0;
}

/// Gives a variable of the environment another value, or adds it.
/// - Parameter name: its name and `=`.
/// - Parameter variable: the same and the value.
/// - Parameter nothing: takes the place of each that is there.
/// - Returns: where the stack begins then. It is 16 bytes lower, since it begins at a multiple of that; what stands
///   behind the environment is 8 lower.
static uint64_t *set_variable(uint64_t *stack, const char *name, const char *variable, const char *nothing) {
    uint64_t *from = stack, *to = stack - 2;
    for (uint64_t left = stack[0] + 2; left > 0; left--) *to++ = *from++;
    *to++ = (uint64_t)variable;
    for (; *from; from++) *to++ = begins_with((const char *)*from, name) ? (uint64_t)nothing : *from;
    *to++ = *from++;
    int isLast;
    do {
        isLast = from[0] == AT_NULL;
        *to++ = *from++;
        *to++ = *from++;
    } while (!isLast);
    return stack - 2;
}
