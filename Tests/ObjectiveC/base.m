// A superclass that is linked behind its subclass.
// SPDX-License-Identifier: Apache-2.0
#import "base.h"
#include "check.h"

int entries;

@implementation Entry
- (instancetype)init {
    if ((self = [super init])) weight_of_base = 11, entries++;
    return self;
}
- (void)dealloc {
    entries--;
#if !__has_feature(objc_arc)
    [_title release];
#endif
    SUPER_DEALLOC();
}
@end
