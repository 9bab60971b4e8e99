// Makes blocks objects. Without this a block in an array, or as a property, ends the program: libblocksruntime leaves
// its classes empty, and what a block captures is not retained.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>

// There if the program is linked with -lBlocksRuntime. Each is large enough for a class.
extern struct class _NSConcreteStackBlock __attribute__((weak)), _NSConcreteMallocBlock __attribute__((weak)), _NSConcreteGlobalBlock __attribute__((weak));
extern void *_Block_copy(const void *) __attribute__((weak));
extern void _Block_release(const void *) __attribute__((weak));

static id copy(id block, SEL selector) {
    (void)selector;
    return _Block_copy(block);
}

/// Whether a block is on the heap, as its flags say; Debian's runtime leaves a copy the class that it had on the stack.
static bool is_counted(id block) { return ((const uint32_t *)block)[2] & (1u << 24); }

/// Of a block on the stack there is nothing to count: it is copied by who keeps it.
static id retain(id block, SEL selector) { return is_counted(block) ? copy(block, selector) : block; }

static void release(id block, SEL selector) {
    (void)selector;
    if (is_counted(block)) _Block_release(block);
}

static unsigned long count(id block, SEL selector) {
    (void)block, (void)selector;
    return 1;
}

static struct method_list methods = {
    NULL, 5,
    {{"copy", "@16@0:8", (IMP)copy},
     {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
     {"retain", "@16@0:8", (IMP)retain},
     {"release", "v16@0:8", (IMP)release},
     {"retainCount", "Q16@0:8", (IMP)count}}};

enum { is_class = 1, is_meta = 2 };
#define META(of, above) \
    {.class = (struct class *)"NSObject", .superclass = above, .name = of, .info = is_meta, .size = sizeof(struct class)}
static struct class metas[] = {META("NSBlock", "NSObject"), META("__NSStackBlock__", "NSBlock"), META("__NSMallocBlock__", "NSBlock"),
                               META("__NSGlobalBlock__", "NSBlock")};
static struct class block_class = {
    .class = &metas[0], .superclass = "NSObject", .name = "NSBlock", .info = is_class, .size = sizeof(void *), .methods = &methods};
static struct {
    struct symbols symbols;
    void *definitions[5];
} symbols = {{0, NULL, 4, 0}, {NULL}};
static struct module module = {8, sizeof module, "latchkey-blocks", &symbols.symbols};

extern void __objc_exec_class(struct module *);

/// What a field of a block is: of these only objects are ours.
enum { kinds = 15, is_object = 3, of_block_variable = 128 };

static bool is_ours(int flags) { return (flags & kinds) == is_object && !(flags & of_block_variable); }

/// What a block calls for each thing that it captures when it is copied, and when it ends.
ENTRY void _Block_object_assign(void *place, const void *object, int flags) {
    static void (*next)(void *, const void *, int);
    if (is_ours(flags)) {
        *(id *)place = objc_retain((id)object);
        return;
    }
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "_Block_object_assign");
    next(place, object, flags);
}

ENTRY void _Block_object_dispose(const void *object, int flags) {
    static void (*next)(const void *, int);
    if (is_ours(flags)) {
        objc_release((id)object);
        return;
    }
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "_Block_object_dispose");
    next(object, flags);
}

/// Before the program's modules, whose +load may have blocks.
__attribute__((constructor(101))) static void register_blocks(void) {
    struct class *classes[] = {&_NSConcreteStackBlock, &_NSConcreteMallocBlock, &_NSConcreteGlobalBlock};
    // Another image of the program may have done it.
    if (classes[0] == NULL || objc_lookUpClass("NSBlock") != NULL) return;
    symbols.definitions[0] = &block_class;
    for (int place = 0; place < 3; place++) {
        classes[place]->class = &metas[place + 1];
        classes[place]->superclass = "NSBlock";
        classes[place]->name = metas[place + 1].name;
        classes[place]->info = is_class;
        classes[place]->size = sizeof(void *);
        symbols.definitions[place + 1] = classes[place];
    }
    __objc_exec_class(&module);
}
