// System calls without a C library, and where the loader begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <elf.h>
#include <stddef.h>

enum {
    mapRead = 1,
    mapWrite = 2,
    mapExecute = 4,
    mapPrivate = 2,
    mapFixed = 0x10,
    mapAnonymous = 0x20,
    openCloseOnExec = 02000000,
    atCurrentFolder = -100,
    interrupted = 4,
    processSetDumpable = 4,
    elfMagic = 0x464c457f,
    largestInterpreter = 64 << 20,
    largestAlignment = 2 << 20,
};

#if defined(__x86_64__)
enum { callRead = 17, callWrite = 1, callClose = 3, callMap = 9, callUnmap = 11, callExit = 231, callOpen = 257, callProcess = 157, ownMachine = EM_X86_64 };

static inline long call6(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = e, sixth __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

// The stack is the program's: it is given on as it was.
__asm__(".globl _start\n"
        ".hidden _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    xorl %ebp, %ebp\n"
        "    movq %rsp, %rbx\n"
        "    movq %rsp, %rdi\n"
        "    andq $-16, %rsp\n"
        "    call latchkey_start\n"
        "    movq %rbx, %rsp\n"
        "    xorl %edx, %edx\n"
        "    xorl %ebx, %ebx\n"
        "    jmpq *%rax\n");
#elif defined(__aarch64__)
enum { callRead = 67, callWrite = 64, callClose = 57, callMap = 222, callUnmap = 215, callExit = 94, callOpen = 56, callProcess = 167, ownMachine = EM_AARCH64 };

static inline long call6(long number, long a, long b, long c, long d, long e, long f) {
    register long which __asm__("x8") = number;
    register long first __asm__("x0") = a, second __asm__("x1") = b, third __asm__("x2") = c, fourth __asm__("x3") = d, fifth __asm__("x4") = e,
                  sixth __asm__("x5") = f;
    __asm__ volatile("svc #0" : "+r"(first) : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth) : "memory");
    return first;
}

__asm__(".globl _start\n"
        ".hidden _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x19, sp\n"
        "    mov x0, sp\n"
        "    bl latchkey_start\n"
        "    mov x16, x0\n"
        "    mov sp, x19\n"
        "    mov x0, #0\n"
        "    br x16\n");
#else
#error "The loader has no system calls for this machine."
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
