// A class in a bundle.
// SPDX-License-Identifier: Apache-2.0
#import "bundle.h"

@interface Bundled : NSObject <Watching>
@end
@implementation Bundled
@synthesize watched;
- (int (^)(void))block {
    NSString *text = [NSString stringWithFormat:@"%d", 42];
    return ^{ return text.intValue; };
}
- (void)raise { @throw @"from the bundle"; }
@end
