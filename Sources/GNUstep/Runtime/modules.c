// Lets a module that clang compiled for -fobjc-runtime=gnustep-1.6 run on GCC's Objective-C runtime, the only one in
// Debian: with subscripts, literals, automatic synthesis, and instance variables in implementations. It is linked
// into the program, and hidden there.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

extern IMP objc_msg_lookup_super(void *, SEL);

/// Of a class: its instance variables have offsets from the end of its superclass, and its size is negative. To GCC's
/// runtime this bit is another.
enum { new_abi = 0x10 };
/// What stands in the class of a protocol.
enum { old_protocol = 2, new_protocol = 3 };

/// A module that has to wait: the superclass of one of its classes is in a module that comes later.
struct waiting {
    struct waiting *next;
    struct module *module;
};
static struct waiting *first_waiting;

static struct class *class_in(struct symbols *symbols, const char *name) {
    for (int place = 0; place < symbols->class_count; place++) {
        struct class *class = symbols->definitions[place];
        if (strcmp(class->name, name) == 0) return class;
    }
    return NULL;
}

/// Whether all superclasses are known, or are in the module itself.
static bool is_complete(struct symbols *symbols) {
    for (int place = 0; place < symbols->class_count; place++) {
        struct class *class = symbols->definitions[place];
        if (class->superclass != NULL && class_in(symbols, class->superclass) == NULL && objc_lookUpClass(class->superclass) == NULL) return false;
    }
    return true;
}

static long size_of(struct symbols *symbols, const char *name);

/// Gives the instance variables of a class the offsets that they have behind those of its superclass.
static void settle(struct symbols *symbols, struct class *class) {
    if (!(class->info & new_abi)) return;
    class->info &= ~(unsigned long)new_abi;
    class->class->info &= ~(unsigned long)new_abi;
    if (class->size > 0) return;
    long start = class->superclass == NULL ? 0 : (size_of(symbols, class->superclass) + 7) & ~7L;
    for (int place = 0; class->ivars != NULL && place < class->ivars->count; place++) {
        class->ivars->list[place].offset += (int)start;
        if (class->offsets != NULL && class->offsets[place] != NULL) *class->offsets[place] = class->ivars->list[place].offset;
    }
    class->size = start - class->size;
}

static long size_of(struct symbols *symbols, const char *name) {
    struct class *class = class_in(symbols, name);
    if (class == NULL) return (long)class_getInstanceSize(objc_lookUpClass(name));
    settle(symbols, class);
    return class->size;
}

static void settle_protocols(struct protocols *protocols) {
    for (; protocols != NULL; protocols = protocols->next)
        for (long place = 0; place < protocols->count; place++) {
            struct protocol *protocol = protocols->list[place];
            if ((uintptr_t)protocol->class == new_protocol) protocol->class = (void *)old_protocol;
            if ((uintptr_t)protocol->class == old_protocol) settle_protocols(protocol->list);
        }
}

/// The runtime's own function.
static void enter(struct module *module) {
    static void (*next)(struct module *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "__objc_exec_class");
    struct symbols *symbols = module->symbols;
    if (module->version == 9 || module->version == 10) {
        for (int place = 0; place < symbols->class_count; place++) {
            settle(symbols, symbols->definitions[place]);
            settle_protocols(((struct class *)symbols->definitions[place])->protocols);
        }
        for (int place = 0; place < symbols->category_count; place++)
            settle_protocols(((struct category *)symbols->definitions[symbols->class_count + place])->protocols);
        module->version = 8;
        module->size = sizeof *module;
    }
    next(module);
}

/// What a module calls when it is loaded, one module after the other.
ENTRY void __objc_exec_class(struct module *module) {
    struct waiting *waiting = is_complete(module->symbols) ? NULL : malloc(sizeof *waiting);
    if (waiting != NULL) {
        *waiting = (struct waiting){first_waiting, module};
        first_waiting = waiting;
        return;
    }
    enter(module);
    for (struct waiting **place = &first_waiting; (waiting = *place) != NULL;) {
        if (!is_complete(waiting->module->symbols)) {
            place = &waiting->next;
            continue;
        }
        *place = waiting->next;
        enter(waiting->module);
        free(waiting);
        place = &first_waiting;
    }
}

/// For code that looks at the class of an object itself: the one instance variable of GNUstep's that every object has
/// in the same place.
static int place_of_class;
ENTRY int *class_is_at __asm__("__objc_ivar_offset_NSObject.isa") = &place_of_class;

/// A place of a method, as modern code asks for it. The caller takes the method out at once.
struct slot {
    void *owner, *cached;
    const char *types;
    int version;
    IMP method;
};
static __thread struct slot slot;

ENTRY struct slot *objc_msg_lookup_sender(id *receiver, SEL selector, id sender) {
    (void)sender;
    slot.method = objc_msg_lookup(*receiver, selector);
    return &slot;
}

ENTRY struct slot *objc_slot_lookup_super(void *receiver, SEL selector) {
    slot.method = objc_msg_lookup_super(receiver, selector);
    return &slot;
}
