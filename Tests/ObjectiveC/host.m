// A program that opens a bundle, which has its own copy of the object for clang's modules.
// SPDX-License-Identifier: Apache-2.0
#import "bundle.h"
#include "check.h"

#include <dlfcn.h>

int main(int count, char **arguments) {
    @autoreleasepool {
        void *bundle = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
        CHECK(bundle != NULL, "a bundle is opened: %s", bundle == NULL ? dlerror() : "");
        if (bundle == NULL) return wrong;
        Class kind = NSClassFromString(@"Bundled");
        CHECK(kind != Nil, "its classes are known");
        id<Watching> watcher = [kind new];
        NSObject *mine = [NSObject new];
        __weak NSObject *here = mine;
        watcher.watched = mine;
        @autoreleasepool {
            CHECK(watcher.watched == mine, "the bundle has a weak reference to an object of the program");
        }
        mine = nil;
        CHECK(watcher.watched == nil && here == nil, "that becomes nil with the program's");
        __weak id there = watcher;
        int (^block)(void) = [watcher block];
        NSArray *list = @[ block ];
        watcher = nil;
        CHECK(there == nil && ((int (^)(void))list[0])() == 42, "and the other way round; a block of the bundle in an array");
        BOOL caught = NO;
        @try {
            [(id<Watching>)[kind new] raise];
        } @catch (id any) {
            caught = YES;
        }
        CHECK(caught, "an exception from the bundle");
    }
    return wrong;
}
