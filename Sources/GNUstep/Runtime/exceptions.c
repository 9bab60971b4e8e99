// Makes @catch (id …) catch every object. Clang writes it as a class "@id", which GCC's runtime looks for in vain,
// and ends the program.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

extern struct class *class_getSuperclass(struct class *);
extern void objc_setExceptionMatcher(int (*matcher)(struct class *, id));

static struct class meta = {.class = (struct class *)"NSObject", .superclass = "NSObject", .name = "@id", .info = 2, .size = sizeof(struct class)};
static struct class any = {.class = &meta, .superclass = "NSObject", .name = "@id", .info = 1, .size = sizeof(void *)};
static struct {
    struct symbols symbols;
    void *definitions[2];
} symbols = {{0, NULL, 1, 0}, {&any}};
static struct module module = {8, sizeof module, "latchkey-exceptions", &symbols.symbols};

extern void __objc_exec_class(struct module *);

static int matches(struct class *wanted, id thrown) {
    if (wanted == NULL || wanted == objc_lookUpClass("@id")) return 1;
    for (struct class *class = thrown == NULL ? NULL : thrown->class; class != NULL; class = class_getSuperclass(class))
        if (class == wanted) return 1;
    return 0;
}

/// Before the program's modules, whose +load may throw.
__attribute__((constructor(101))) static void register_any(void) {
    // Another image of the program may have done it.
    if (objc_lookUpClass("@id") != NULL) return;
    __objc_exec_class(&module);
    objc_setExceptionMatcher(matches);
}
