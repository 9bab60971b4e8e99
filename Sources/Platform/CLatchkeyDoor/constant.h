// Constant strings of Core Foundation as the linker initialises them: no constructor runs, and none has an order.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdint.h>

/// The class of constant strings, in Foundation.
extern const char constant_string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

/// The layout of `__CFConstStr` in CFString.h of the toolchain, for machines of 64 bits whose lowest byte comes first.
struct constant_text {
    const void *isa;
    uintptr_t references;
    uint64_t info;
    const char *bytes;
    uint32_t count;
};

/// Neither counted nor freed.
#define PINNED ((uintptr_t)0x80000004ffffffff)
/// Immutable bytes of ASCII that end with a zero and are not freed.
#define ASCII_IN_PLACE 0x07c8

/// All lie in one section, so that they can be gone through.
#define TEXT(name, text) \
    __attribute__((section("latchkey_texts"))) static struct constant_text name##_text = {constant_string_class, PINNED, ASCII_IN_PLACE, text, sizeof text - 1}; \
    const void *const name = &name##_text;
