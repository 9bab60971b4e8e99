// Weak references to blocks, with automatic reference counting: nil when the last owner has let go, whoever that is.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

typedef int (^Block)(void);

static atomic_int living;
static __weak id seen;
static BOOL was_nil;

@interface Captured : NSObject {
  @public
    int mark;
}
@end
@implementation Captured
- (instancetype)init {
    if ((self = [super init])) mark = 4711, living++;
    return self;
}
- (void)dealloc {
    was_nil = seen == nil;
    mark = 0;
    living--;
}
@end

static Block capturing(void) {
    Captured *captured = [Captured new];
    return ^{ return captured->mark; };
}

static Block plain(int number) {
    return ^{ return number; };
}

/// Replaced by one thread, and called by the others through this reference.
static __weak Block shared;
static atomic_bool is_over;
static atomic_long calls, bad;

static void *call_shared(void *unused) {
    GSRegisterCurrentThread();
    while (!is_over) {
        @autoreleasepool {
            Block block = shared;
            if (block == nil) continue;
            __weak Block copy = block;
            if (block() != 4711 || copy != block) bad++;
            calls++;
        }
    }
    GSUnregisterCurrentThread();
    return unused;
}

int main(void) {
    @autoreleasepool {
        __weak Block reference = nil;
        __weak id other = nil;
        @autoreleasepool {
            Block block = capturing();
            reference = block, other = block, seen = block;
            CHECK(reference == block && other == block && reference() == 4711, "a block that captures an object");
        }
        CHECK(reference == nil && other == nil && living == 0, "has ended, with what it captured");
        CHECK(was_nil, "which ended behind the references");
        @autoreleasepool {
            Block block = plain(42);
            reference = block;
            CHECK(reference() == 42, "a block that captures a number");
        }
        CHECK(reference == nil, "ends too");
        @autoreleasepool {
            NSMutableArray *list = [NSMutableArray array];
            @autoreleasepool {
                [list addObject:capturing()];
                reference = list[0];
            }
            CHECK(reference != nil && ((Block)list[0])() == 4711, "a block that an array owns");
            other = reference, other = nil, other = reference;
            [list removeAllObjects];
        }
        CHECK(reference == nil && other == nil && living == 0, "ends with its place there");
        void *held = NULL;
        @autoreleasepool {
            Block block = capturing();
            held = _Block_copy((__bridge void *)block);
            reference = block;
        }
        @autoreleasepool {
            CHECK(reference != nil && reference() == 4711, "a block that code in C owns");
        }
        _Block_release(held);
        CHECK(reference == nil && living == 0, "ends when that lets it go");
        Block global = ^{ return 7; };
        reference = global, global = nil;
        CHECK(reference() == 7, "a block that captures nothing never ends");
        @autoreleasepool {
            Block block = plain(1);
            for (int turn = 0; turn < 100; turn++) {
                __weak Block again = block;
                other = again;
                if (other == nil) wrong++;
            }
            reference = block;
        }
        CHECK(reference == nil && other == nil, "many references one after another");

        pthread_t threads[3];
        for (int place = 0; place < 3; place++) pthread_create(&threads[place], NULL, call_shared, NULL);
        for (long turn = 0; turn < 20000 || calls < 20000; turn++) {
            @autoreleasepool {
                Block block = capturing();
                shared = block;
                if (shared != block) wrong++;
            }
        }
        is_over = true;
        for (int place = 0; place < 3; place++) pthread_join(threads[place], NULL);
        CHECK(bad == 0, "threads call nil or a living block: %ld times, %ld dead", (long)calls, (long)bad);
        CHECK(shared == nil && living == 0, "and nothing is left");
    }
    return wrong;
}
