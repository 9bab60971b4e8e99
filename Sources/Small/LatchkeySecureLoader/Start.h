// Where the loader begins, and where the program goes through it a second time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

/// What runs next, and with which stack.
struct beginning {
    uint64_t entry;
    uint64_t *stack;
};

/// - Parameter stack: the kernel's, below which nothing is used of the `room` bytes that the program's beginning may
///   grow by.
__attribute__((visibility("hidden"))) struct beginning latchkey_start(uint64_t *stack);

/// - Returns: where the program begins, once its libraries are loaded.
__attribute__((visibility("hidden"))) uint64_t latchkey_loaded(void);

/// Stands in the place of the program's entry, for what it is called by: it calls `latchkey_loaded`, and goes on if
/// that says.
__attribute__((visibility("hidden"))) extern const char latchkey_entry[];

#if defined(__x86_64__)
__asm__(".globl _start\n"
        ".hidden _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    xorl %ebp, %ebp\n"
        "    movq %rsp, %rdi\n"
        "    subq $64, %rsp\n"
        "    andq $-16, %rsp\n"
        "    call latchkey_start\n"
        "    movq %rdx, %rsp\n"
        "    xorl %edx, %edx\n"
        "    jmpq *%rax\n"
        ".hidden latchkey_entry\n"
        ".type latchkey_entry, @function\n"
        "latchkey_entry:\n"
        // The dynamic linker has a function in this register that is to be called at the end.
        "    pushq %rdx\n"
        "    subq $8, %rsp\n"
        "    call latchkey_loaded\n"
        "    addq $8, %rsp\n"
        "    popq %rdx\n"
        "    xorl %ebp, %ebp\n"
        "    jmpq *%rax\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n"
        ".hidden _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x0, sp\n"
        "    sub sp, sp, #64\n"
        "    bl latchkey_start\n"
        "    mov x16, x0\n"
        "    mov sp, x1\n"
        "    mov x0, #0\n"
        "    br x16\n"
        ".hidden latchkey_entry\n"
        ".type latchkey_entry, %function\n"
        "latchkey_entry:\n"
        // The dynamic linker has a function in this register that is to be called at the end.
        "    str x0, [sp, #-16]!\n"
        "    bl latchkey_loaded\n"
        "    mov x16, x0\n"
        "    ldr x0, [sp], #16\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    br x16\n");
#endif
