// Classes as clang's modern runtime has them: synthesised properties, instance variables in implementations,
// categories, protocols with optional methods, subscripts, literals, fast enumeration. A subclass is in the file
// base.m is linked behind.
// SPDX-License-Identifier: Apache-2.0
#import "base.h"
#include "check.h"

@protocol Storing <NSObject>
- (OSStatus)store:(NSString *)secret;
@optional
- (NSString *)name;
- (void)never;
@property(nonatomic, readonly) int weight;
@end

@protocol Naming <Storing>
@required
- (NSString *)label;
@end

/// Its superclass is in another file, which is linked behind this one.
@interface Login : Entry <Naming>
@property(nonatomic, copy) NSString *user;
@property(atomic, strong) NSNumber *port;
@property(nonatomic, assign) struct { long first, second; } pair;
@end

@implementation Login {
    int hidden;
}
- (instancetype)init {
    if ((self = [super init])) hidden = 7;
    return self;
}
- (OSStatus)store:(NSString *)secret {
    NSDictionary *item = @{
        BRIDGE(id) kSecClass : BRIDGE(id) kSecClassGenericPassword,
        BRIDGE(id) kSecAttrAccount : self.user,
        BRIDGE(id) kSecValueData : [secret dataUsingEncoding:NSUTF8StringEncoding]
    };
    return SecItemAdd(BRIDGE(CFDictionaryRef) item, NULL);
}
- (NSString *)label { return [NSString stringWithFormat:@"%@:%d:%ld", self.user, hidden, self->weight_of_base]; }
@end

@interface NSString (Reversed)
- (NSString *)reversed;
@end
@implementation NSString (Reversed)
- (NSString *)reversed {
    NSMutableString *made = [NSMutableString string];
    for (NSUInteger place = [self length]; place > 0; place--) [made appendFormat:@"%C", [self characterAtIndex:place - 1]];
    return made;
}
@end

@interface Login (More)
- (int)seven;
@end
@implementation Login (More)
- (int)seven { return hidden; }
- (int)weight { return 3; }
@end

@interface Shelf : NSObject <NSFastEnumeration>
- (id)objectAtIndexedSubscript:(NSUInteger)place;
- (void)setObject:(id)object atIndexedSubscript:(NSUInteger)place;
@end
@implementation Shelf {
    NSMutableArray *things;
}
- (instancetype)init {
    if ((self = [super init])) things = [NSMutableArray new];
    return self;
}
- (id)objectAtIndexedSubscript:(NSUInteger)place { return things[place]; }
- (void)setObject:(id)object atIndexedSubscript:(NSUInteger)place { things[place] = object; }
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(__unsafe_unretained id[])buffer count:(NSUInteger)count {
    return [things countByEnumeratingWithState:state objects:buffer count:count];
}
@end

int main(void) {
    @autoreleasepool {
        Login *login = [Login new];
        login.user = @"alice", login.port = @443, login.title = @"first", login.pair = (__typeof__(login.pair)){1, 2};
        CHECK([login.user isEqual:@"alice"] && login.port.intValue == 443 && login.pair.second == 2, "properties are synthesised");
        CHECK([login.title isEqual:@"first"] && [login.label isEqual:@"alice:7:11"], "instance variables of a superclass in a later file keep their places");
        CHECK([login seven] == 7, "a category has the class's instance variables");
        CHECK([[@"abc" reversed] isEqual:@"cba"], "a category on a class of GNUstep");
        NSDictionary *all = @{BRIDGE(id) kSecClass : BRIDGE(id) kSecClassGenericPassword};
        SecItemDelete(BRIDGE(CFDictionaryRef) all);
        CHECK([login store:@"secret"] == errSecSuccess && [login store:@"secret"] == errSecDuplicateItem, "a method that stores");

        CHECK([login conformsToProtocol:@protocol(Naming)] && [Login conformsToProtocol:@protocol(Storing)], "a class conforms to the protocols of its protocols");
        CHECK(![login conformsToProtocol:@protocol(NSCoding)] && ![@"" conformsToProtocol:@protocol(Storing)], "and to no others");
        id<Storing> storing = login;
        CHECK([storing respondsToSelector:@selector(store:)] && ![storing respondsToSelector:@selector(name)] && ![storing respondsToSelector:@selector(never)],
              "an optional method that is not there is not there");
        CHECK([storing respondsToSelector:@selector(weight)] && storing.weight == 3, "an optional property that is there");
        CHECK([NSStringFromProtocol(@protocol(Storing)) isEqual:@"Storing"], "a protocol has its name");

        NSMutableDictionary *table = [@{@"one" : @1, @"yes" : @YES, @"list" : @[ @"a", @2.5, @'c' ]} mutableCopy];
        table[@"two"] = @(1 + 1);
        CHECK([table[@"two"] intValue] == 2 && [table[@"list"][1] doubleValue] == 2.5 && [table[@"list"] count] == 3, "literals and subscripts");
        int seen = 0;
        for (NSString *key in table) seen += key.length > 0;
        CHECK(seen == 4, "fast enumeration of a dictionary");
        Shelf *shelf = [Shelf new];
        shelf[0] = @"x", shelf[1] = @"y";
        NSMutableString *letters = [NSMutableString string];
        for (NSString *thing in shelf) [letters appendString:thing];
        CHECK([letters isEqual:@"xy"] && [shelf[1] isEqual:@"y"], "fast enumeration and subscripts of a class of the program");
        BOOL raised = NO;
        @try {
            for (NSString *key in table) table[[key stringByAppendingString:@"+"]] = @0;
        } @catch (NSException *exception) {
            raised = YES;
        }
        CHECK(raised, "a change during an enumeration is told");
        storing = nil;
        LET_GO(login), LET_GO(shelf), LET_GO(table);
        CHECK(entries == 0, "the last owner's release ends an object, and its superclass's part");
    }
    return wrong;
}
