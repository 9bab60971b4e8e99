// Places and lengths of Core Foundation that are not there: GNUstep's exception, and nothing is read or written.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <limits.h>
#include <string.h>

#define RAISES(...) \
    do { \
        NSString *caught = nil; \
        @try { \
            __VA_ARGS__; \
        } @catch (NSException *exception) { \
            caught = exception.name; \
        } \
        CHECK([caught isEqual:NSRangeException] && is_whole(data), "%s raises", #__VA_ARGS__); \
    } while (0)

static BOOL is_whole(CFDataRef data) { return CFDataGetLength(data) == 10 && memcmp(CFDataGetBytePtr(data), "0123456789", 10) == 0; }

int main(void) {
    @autoreleasepool {
        UInt8 bytes[64] = {0};
        CFMutableDataRef data = CFDataCreateMutable(NULL, 0);
        CFDataAppendBytes(data, (const UInt8 *)"0123456789", 10);
        RAISES(CFDataDeleteBytes(data, CFRangeMake(3, 8)));
        RAISES(CFDataDeleteBytes(data, CFRangeMake(3, 20)));
        RAISES(CFDataDeleteBytes(data, CFRangeMake(3, LONG_MAX)));
        RAISES(CFDataDeleteBytes(data, CFRangeMake(20, 1)));
        RAISES(CFDataDeleteBytes(data, CFRangeMake(-1, 1)));
        RAISES(CFDataDeleteBytes(data, CFRangeMake(3, -1)));
        RAISES(CFDataReplaceBytes(data, CFRangeMake(3, 8), bytes, 8));
        RAISES(CFDataReplaceBytes(data, CFRangeMake(3, 20), bytes, 64));
        RAISES(CFDataReplaceBytes(data, CFRangeMake(11, 0), bytes, 1));
        RAISES(CFDataReplaceBytes(data, CFRangeMake(0, 1), bytes, -1));
        RAISES(CFDataReplaceBytes(data, CFRangeMake(5, -5), bytes, 1));
        RAISES(CFDataGetBytes(data, CFRangeMake(5, 8), bytes));
        RAISES(CFDataGetBytes(data, CFRangeMake(-1, 2), bytes));
        RAISES(CFDataGetBytes(data, CFRangeMake(2, -2), bytes));
        RAISES(CFDataSetLength(data, -1));
        RAISES(CFDataIncreaseLength(data, -1));
        RAISES(CFDataIncreaseLength(data, -100));
        RAISES(CFDataAppendBytes(data, bytes, -1));
        RAISES(CFDataAppendBytes(data, bytes, LONG_MIN));
        CFDataDeleteBytes(data, CFRangeMake(10, 0));
        CFDataGetBytes(data, CFRangeMake(10, 0), bytes);
        CFDataGetBytes(data, CFRangeMake(0, 10), bytes);
        CHECK(is_whole(data) && memcmp(bytes, "0123456789", 10) == 0, "the end is a place, and all a range");
        CFDataReplaceBytes(data, CFRangeMake(10, 0), (const UInt8 *)"ab", 2);
        CFDataDeleteBytes(data, CFRangeMake(0, 9));
        CHECK(CFDataGetLength(data) == 3 && memcmp(CFDataGetBytePtr(data), "9ab", 3) == 0, "where bytes can be added and deleted");
        CFDataReplaceBytes(data, CFRangeMake(0, 3), bytes, 0);
        CHECK(CFDataGetLength(data) == 0, "until none is left");
        CFRelease(data);
    }
    return wrong;
}
