// What Core Foundation has as data, over GNUstep. Declared without the headers: there these are constants, and they
// are set here.
// SPDX-License-Identifier: Apache-2.0
#import <Foundation/Foundation.h>

#include <math.h>

#define EXPORTED

// Set in +load: neither the compiler nor the linker can make these objects.
EXPORTED id kCFBooleanTrue;
EXPORTED id kCFBooleanFalse;
EXPORTED id kCFNull;
EXPORTED id kCFNumberPositiveInfinity;
EXPORTED id kCFNumberNegativeInfinity;
EXPORTED id kCFNumberNaN;
EXPORTED id kCFErrorLocalizedDescriptionKey;
EXPORTED id kCFErrorLocalizedFailureReasonKey;
EXPORTED id kCFErrorLocalizedRecoverySuggestionKey;
EXPORTED id kCFErrorUnderlyingErrorKey;
EXPORTED id kCFErrorDomainOSStatus;
EXPORTED id kCFErrorDomainPOSIX;
EXPORTED id kCFErrorDomainMach;
EXPORTED id kCFErrorDomainCocoa;

// Allocators are marks here: GNUstep has no use for them. Only as deallocators they differ.
static char marks[4];
EXPORTED const void *const kCFAllocatorDefault = NULL;
EXPORTED const void *const kCFAllocatorSystemDefault = &marks[0];
EXPORTED const void *const kCFAllocatorMalloc = &marks[1];
EXPORTED const void *const kCFAllocatorMallocZone = &marks[2];
EXPORTED const void *const kCFAllocatorNull = &marks[3];

// A collection of GNUstep retains its elements, whatever stands here; their addresses say which they are.
struct callbacks {
    long version;
    void *functions[5];
};
EXPORTED const struct callbacks kCFTypeArrayCallBacks = {0};
EXPORTED const struct callbacks kCFTypeDictionaryKeyCallBacks = {0};
EXPORTED const struct callbacks kCFCopyStringDictionaryKeyCallBacks = {0};
EXPORTED const struct callbacks kCFTypeDictionaryValueCallBacks = {0};

EXPORTED const double kCFAbsoluteTimeIntervalSince1970 = 978307200.0;
EXPORTED const double kCFAbsoluteTimeIntervalSince1904 = 3061152000.0;

@interface LKData : NSObject
@end

@implementation LKData

/// Before the program's own +load and constructors run.
+ (void)load {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    kCFBooleanTrue = [[NSNumber numberWithBool:YES] retain];
    kCFBooleanFalse = [[NSNumber numberWithBool:NO] retain];
    kCFNull = [[NSNull null] retain];
    kCFNumberPositiveInfinity = [[NSNumber alloc] initWithDouble:INFINITY];
    kCFNumberNegativeInfinity = [[NSNumber alloc] initWithDouble:-INFINITY];
    kCFNumberNaN = [[NSNumber alloc] initWithDouble:NAN];
    kCFErrorLocalizedDescriptionKey = NSLocalizedDescriptionKey;
    kCFErrorLocalizedFailureReasonKey = NSLocalizedFailureReasonErrorKey;
    kCFErrorLocalizedRecoverySuggestionKey = NSLocalizedRecoverySuggestionErrorKey;
    kCFErrorUnderlyingErrorKey = NSUnderlyingErrorKey;
    kCFErrorDomainOSStatus = NSOSStatusErrorDomain;
    kCFErrorDomainPOSIX = NSPOSIXErrorDomain;
    kCFErrorDomainMach = NSMACHErrorDomain;
    kCFErrorDomainCocoa = NSCocoaErrorDomain;
    [pool release];
}

@end
