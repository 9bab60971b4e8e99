// The parts of GCC's Objective-C runtime, and of what clang writes for -fobjc-runtime=gnustep-1.6, that are needed to
// bring the two together.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ENTRY __attribute__((visibility("hidden")))

typedef struct object {
    struct class *class;
} *id;
typedef struct selector *SEL;
typedef void (*IMP)(void);

struct ivars {
    int count;
    struct {
        const char *name, *type;
        int offset;
    } list[];
};

struct method_list {
    void *next;
    int count;
    struct {
        const char *name, *types;
        IMP code;
    } list[8];
};

/// A class as a compiler writes it: the superclass is a name until the runtime knows the class. Behind `gc` only
/// clang writes.
struct class {
    struct class *class;
    const char *superclass, *name;
    long version;
    unsigned long info;
    long size;
    struct ivars *ivars;
    void *methods, *dispatch, *subclasses, *siblings, *protocols, *gc;
    long abi;
    int **offsets;
    void *properties;
};

struct protocol {
    void *class;
    const char *name;
    struct protocols *list;
    void *instance_methods, *class_methods;
};
struct protocols {
    struct protocols *next;
    long count;
    struct protocol *list[];
};
struct category {
    const char *name, *class_name;
    void *instance_methods, *class_methods;
    struct protocols *protocols;
};

struct symbols {
    unsigned long selector_count;
    void *selectors;
    unsigned short class_count, category_count;
    void *definitions[];
};
struct module {
    unsigned long version, size;
    const char *name;
    struct symbols *symbols;
};

extern struct class *objc_lookUpClass(const char *);
extern unsigned long class_getInstanceSize(struct class *);
extern IMP objc_msg_lookup(id, SEL);
extern SEL sel_registerName(const char *);

/// Sends a message without arguments.
#define SEND(result, receiver, name) \
    __extension__({ \
        static SEL selector_; \
        id receiver_ = (id)(receiver); \
        if (selector_ == NULL) selector_ = sel_registerName(name); \
        ((result (*)(id, SEL))objc_msg_lookup(receiver_, selector_))(receiver_, selector_); \
    })

/// Blocks of which weak references are asked for; there is no more than one thread in these for one block.
ENTRY bool lk_block_is_counted(id block), lk_block_is_endless(id block), lk_block_retain(id block);
ENTRY void lk_block_watch(id block);
/// Makes all weak references to an object nil.
ENTRY void lk_forget(id object);

ENTRY id objc_retain(id object);
ENTRY void objc_release(id object);
ENTRY id objc_autorelease(id object);
