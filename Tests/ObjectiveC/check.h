// What the programs say of each sentence that they hold, and whether all were right.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

static int wrong;

#define CHECK(condition, ...) \
    do { \
        int is_right = (condition) ? 1 : 0; \
        wrong += !is_right; \
        printf("%s ", is_right ? "right:" : "WRONG:"); \
        printf(__VA_ARGS__); \
        printf("\n"); \
        fflush(stdout); \
    } while (0)

#if defined(__OBJC__)
#if __has_feature(objc_arc)
#define LET_GO(object) ((object) = nil)
#define BRIDGE(kind) (__bridge kind)
#define SUPER_DEALLOC()
#else
#define LET_GO(object) ([(object) release], (object) = nil)
#define BRIDGE(kind) (kind)
#define SUPER_DEALLOC() [super dealloc]
#endif
#endif
