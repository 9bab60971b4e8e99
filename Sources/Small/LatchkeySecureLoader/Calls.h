// System calls without a C library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum {
    mapRead = 1,
    mapWrite = 2,
    mapExecute = 4,
    mapPrivate = 2,
    mapFixed = 0x10,
    mapAnonymous = 0x20,
    openCloseOnExec = 02000000,
    atCurrentFolder = -100,
    atLinkItself = 0x100,
    noEntry = 2,
    interrupted = 4,
    noFolder = 20,
    processSetDumpable = 4,
    /// Bytes of a path with its end.
    largestPath = 4096,
};

#if defined(__x86_64__)
enum {
    callWrite = 1,
    callClose = 3,
    callMap = 9,
    callUnmap = 11,
    callAction = 13,
    callRead = 17,
    callFolder = 79,
    callFileSystem = 137,
    callProcess = 157,
    callExit = 231,
    callOpen = 257,
    callStatus = 262,
    callReadLink = 267,
    callAccess = 269,
    ownMachine = EM_X86_64,
};

static inline long call6(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = e, sixth __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
enum {
    callFolder = 17,
    callFileSystem = 43,
    callAccess = 48,
    callOpen = 56,
    callClose = 57,
    callWrite = 64,
    callRead = 67,
    callReadLink = 78,
    callStatus = 79,
    callExit = 94,
    callAction = 134,
    callProcess = 167,
    callUnmap = 215,
    callMap = 222,
    ownMachine = EM_AARCH64,
};

static inline long call6(long number, long a, long b, long c, long d, long e, long f) {
    register long which __asm__("x8") = number;
    register long first __asm__("x0") = a, second __asm__("x1") = b, third __asm__("x2") = c, fourth __asm__("x3") = d, fifth __asm__("x4") = e,
                  sixth __asm__("x5") = f;
    __asm__ volatile("svc #0" : "+r"(first) : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth) : "memory");
    return first;
}
#else
#error "There are no system calls here for this machine."
#endif

static inline long call4(long number, long a, long b, long c, long d) { return call6(number, a, b, c, d, 0, 0); }
static inline long call3(long number, long a, long b, long c) { return call6(number, a, b, c, 0, 0, 0); }

// The compiler calls these where it sees fit.
__attribute__((visibility("hidden"))) void *memset(void *place, int value, size_t size) {
    for (volatile unsigned char *byte = place; size > 0; size--) *byte++ = (unsigned char)value;
    return place;
}

__attribute__((visibility("hidden"))) void *memcpy(void *restrict place, const void *restrict source, size_t size) {
    const unsigned char *from = source;
    for (volatile unsigned char *byte = place; size > 0; size--) *byte++ = *from++;
    return place;
}
