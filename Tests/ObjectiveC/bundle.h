// What a bundle offers to its program.
// SPDX-License-Identifier: Apache-2.0
@protocol Watching <NSObject>
@property(nonatomic, weak) NSObject *watched;
- (int (^)(void))block;
- (void)raise;
@end
