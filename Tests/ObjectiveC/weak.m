// Weak references with automatic reference counting: nil as soon as the object has ended, on every thread.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int living;
static __weak id seen_in_dealloc;
static int was_nil;

@interface Node : NSObject {
  @public
    long mark;
}
@property(nonatomic, weak) Node *parent;
@property(nonatomic, strong) Node *child;
@end
@implementation Node
- (instancetype)init {
    if ((self = [super init])) mark = 4711, living++;
    return self;
}
- (void)dealloc {
    was_nil = seen_in_dealloc == nil;
    mark = 0;
    living--;
}
@end

@interface Counting : NSObject
@end
@implementation Counting
@end
static void counts(id object, SEL selector) {}

struct pair {
    __weak Node *first;
    __weak Node *second;
};

/// The current object: one thread replaces it, the others read it through a weak reference of all.
static __weak Node *shared;
static atomic_bool is_over;
static atomic_long reads, bad;

static void *read_shared(void *unused) {
    GSRegisterCurrentThread();
    while (!is_over) {
        @autoreleasepool {
            Node *node = shared;
            if (node == nil) continue;
            if (node->mark != 4711) bad++;
            reads++;
            __weak Node *copy = node;
            __weak Node *another = copy;
            node = nil;
            node = another;
            if (node != nil && node->mark != 4711) bad++;
        }
    }
    GSUnregisterCurrentThread();
    return unused;
}

/// Ends the program: the reference could only dangle.
static void refer_to_counting(void) {
    // The compiler refuses a -release in this file.
    class_addMethod([Counting class], sel_registerName("release"), (IMP)counts, "v16@0:8");
    Counting *counting = [Counting new];
    __weak id impossible = counting;
    NSLog(@"%@", impossible);
}

int main(int count, char **arguments) {
    @autoreleasepool {
        if (count > 1) refer_to_counting();
        __weak Node *reference = nil;
        CHECK(reference == nil, "without an object it is nil");
        @autoreleasepool {
            Node *node = [Node new];
            reference = node;
            seen_in_dealloc = node;
            CHECK(reference == node, "it has the object as long as that lives");
            __weak Node *copy = reference;
            node = nil;
            CHECK(reference == nil && copy == nil && living == 0, "and is nil afterwards, every copy of it");
            CHECK(was_nil, "already while the object ends");
        }
        @autoreleasepool {
            Node *parent = [Node new];
            parent.child = [Node new];
            parent.child.parent = parent;
            reference = parent.child;
            CHECK(reference.parent == parent, "a weak property");
            parent = nil;
        }
        CHECK(living == 0 && reference == nil, "breaks a circle");
        @autoreleasepool {
            Node *child = [Node new];
            @autoreleasepool {
                Node *parent = [Node new];
                child.parent = parent;
            }
            CHECK(child.parent == nil, "a weak property is nil when its object has ended");
        }
        @autoreleasepool {
            Node *one = [Node new], *two = [Node new];
            struct pair pair = {one, two};
            struct pair other = pair;
            one = nil;
            CHECK(other.first == nil && pair.first == nil && other.second == two, "weak references in structures");
            other.second = nil;
            two = nil;
            CHECK(pair.second == nil, "which are counted one by one");
        }
        @autoreleasepool {
            Node *node = [Node new];
            __weak Node *captured = node;
            int (^alive)(void) = ^{ return captured != nil; };
            CHECK(alive(), "a block captures a weak reference");
            node = nil;
            CHECK(!alive(), "that becomes nil in it");
        }
        @autoreleasepool {
            NSMutableArray *array = [NSMutableArray array];
            __weak NSMutableArray *list = array;
            NSDictionary *strong = @{@"a" : array};
            __weak NSDictionary *table = strong;
            __weak id constant = @"constant";
            __weak id null = [NSNull null], future = [NSDate distantFuture], kind = [NSString class];
            CHECK(null == [NSNull null] && future == [NSDate distantFuture] && kind == [NSString class], "of what never ends");
            CHECK(list != nil && table != nil && [constant isEqual:@"constant"], "of GNUstep's classes, and constant strings");
        }
        enum { crowd = 200 };
        Node *many = [Node new];
        __weak Node *references[crowd];
        for (int place = 0; place < crowd; place++) references[place] = many;
        for (int place = 0; place < crowd; place += 2) references[place] = nil;
        many = nil;
        int left = 0;
        for (int place = 0; place < crowd; place++) left += references[place] != nil;
        CHECK(left == 0, "many references to one object");

        pthread_t threads[3];
        for (int place = 0; place < 3; place++) pthread_create(&threads[place], NULL, read_shared, NULL);
        for (long turn = 0; turn < 20000 || reads < 20000; turn++) {
            @autoreleasepool {
                Node *node = [Node new];
                shared = node;
                if (turn % 16 == 0) sched_yield();
                Node *again = shared;
                if (again != node) wrong++;
            }
        }
        is_over = true;
        for (int place = 0; place < 3; place++) pthread_join(threads[place], NULL);
        CHECK(bad == 0, "threads read nil or a living object: %ld times, %ld dead", (long)reads, (long)bad);
        CHECK(shared == nil && living == 0, "and nothing is left");
    }
    return wrong;
}
