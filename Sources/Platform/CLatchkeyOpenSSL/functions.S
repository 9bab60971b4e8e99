// What a call of libcrypto meets in this program: for each function a jump to where the library has it. The first call of all loads the
// library, with the arguments of the call put aside.
// SPDX-License-Identifier: Apache-2.0

    .text
    .hidden latchkey_crypto_functions
    .hidden latchkey_crypto_load
    .set place, 0

#if defined(__x86_64__)

.macro ENTRY name
    .globl latchkey_\name
    .hidden latchkey_\name
    .type latchkey_\name, @function
    .p2align 4
latchkey_\name:
    endbr64
    movq latchkey_crypto_functions+place(%rip), %r11
    testq %r11, %r11
    jz 1f
    jmp *%r11
1:  call load
    jmp latchkey_\name
    .size latchkey_\name, . - latchkey_\name
    .set place, place + 8
.endm

// Six arguments are in these registers, eight in the long ones, and %rax says how many of the long ones a variable list uses. The
// stack is a multiple of 16 here: two addresses to return to are on it.
    .type load, @function
    .p2align 4
load:
    .cfi_startproc
    .cfi_adjust_cfa_offset 8
    subq $192, %rsp
    .cfi_adjust_cfa_offset 192
    movq %rdi, (%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movq %rax, 48(%rsp)
    movups %xmm0, 64(%rsp)
    movups %xmm1, 80(%rsp)
    movups %xmm2, 96(%rsp)
    movups %xmm3, 112(%rsp)
    movups %xmm4, 128(%rsp)
    movups %xmm5, 144(%rsp)
    movups %xmm6, 160(%rsp)
    movups %xmm7, 176(%rsp)
    call latchkey_crypto_load
    movups 176(%rsp), %xmm7
    movups 160(%rsp), %xmm6
    movups 144(%rsp), %xmm5
    movups 128(%rsp), %xmm4
    movups 112(%rsp), %xmm3
    movups 96(%rsp), %xmm2
    movups 80(%rsp), %xmm1
    movups 64(%rsp), %xmm0
    movq 48(%rsp), %rax
    movq 40(%rsp), %r9
    movq 32(%rsp), %r8
    movq 24(%rsp), %rcx
    movq 16(%rsp), %rdx
    movq 8(%rsp), %rsi
    movq (%rsp), %rdi
    addq $192, %rsp
    .cfi_adjust_cfa_offset -192
    ret
    .cfi_endproc
    .size load, . - load

#elif defined(__aarch64__)

.macro ENTRY name
    .globl latchkey_\name
    .hidden latchkey_\name
    .type latchkey_\name, %function
    .p2align 4
latchkey_\name:
    hint #34 // bti c
    adrp x16, latchkey_crypto_functions+place
    add x16, x16, :lo12:latchkey_crypto_functions+place
    ldar x16, [x16]
    cbz x16, 1f
    br x16
1:  stp x29, x30, [sp, #-16]!
    bl load
    ldp x29, x30, [sp], #16
    b latchkey_\name
    .size latchkey_\name, . - latchkey_\name
    .set place, place + 8
.endm

// Eight arguments are in x0 to x7, the place for a result in x8, and eight more arguments in the long registers.
    .type load, %function
    .p2align 4
load:
    .cfi_startproc
    // The entry has put its own return address on the stack.
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    stp x29, x30, [sp, #-224]!
    .cfi_adjust_cfa_offset 224
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    str x8, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
    bl latchkey_crypto_load
    ldp q6, q7, [sp, #192]
    ldp q4, q5, [sp, #160]
    ldp q2, q3, [sp, #128]
    ldp q0, q1, [sp, #96]
    ldr x8, [sp, #80]
    ldp x6, x7, [sp, #64]
    ldp x4, x5, [sp, #48]
    ldp x2, x3, [sp, #32]
    ldp x0, x1, [sp, #16]
    ldp x29, x30, [sp], #224
    .cfi_adjust_cfa_offset -224
    ret
    .cfi_endproc
    .size load, . - load

#else
#error "no entry of libcrypto's functions is written for this processor"
#endif

#define FUNCTION(name) ENTRY name
#include "include/functions.h"
#undef FUNCTION

    .section .note.GNU-stack, "", %progbits
