// The superclass of a class in another file.
// SPDX-License-Identifier: Apache-2.0
@interface Entry : NSObject {
  @protected
    char first;
    long weight_of_base;
}
@property(nonatomic, copy) NSString *title;
@end
extern int entries;
