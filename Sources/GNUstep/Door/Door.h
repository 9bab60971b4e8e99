// The door of libSecurity-gnustep: objects of GNUstep go in, objects of the core's Core Foundation come out, and the
// other way round.
// SPDX-License-Identifier: Apache-2.0
#import <Foundation/Foundation.h>

#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>

/// The functions of the core that the door itself calls. They have the names that this library exports too, so each
/// is looked up in the core.
#define LK_CORE_FUNCTIONS(X) \
    X(CFRetain) X(CFRelease) X(CFEqual) X(CFHash) X(CFGetTypeID) X(CFCopyDescription) X(CFStringGetTypeID) X(CFStringGetLength) \
    X(CFStringGetCharacters) X(CFStringCreateWithCharacters) X(CFDataGetTypeID) X(CFDataGetLength) X(CFDataGetBytePtr) X(CFDataCreate) \
    X(CFNumberGetTypeID) X(CFNumberIsFloatType) X(CFNumberGetType) X(CFNumberGetValue) X(CFNumberCreate) X(CFBooleanGetTypeID) \
    X(CFBooleanGetValue) X(CFDateGetTypeID) X(CFDateGetAbsoluteTime) X(CFDateCreate) X(CFNullGetTypeID) X(CFArrayGetTypeID) \
    X(CFArrayGetCount) X(CFArrayGetValueAtIndex) X(CFArrayCreateMutable) X(CFArrayAppendValue) X(CFDictionaryGetTypeID) \
    X(CFDictionaryGetCount) X(CFDictionaryGetKeysAndValues) X(CFDictionaryCreateMutable) X(CFDictionaryAddValue) X(CFSetGetTypeID) \
    X(CFSetGetCount) X(CFSetGetValues) X(CFSetCreateMutable) X(CFSetAddValue) X(CFUUIDGetTypeID) X(CFUUIDGetUUIDBytes) \
    X(CFUUIDCreateFromUUIDBytes) X(CFURLGetTypeID) X(CFURLGetString) X(CFURLCreateWithString) X(CFErrorGetTypeID) X(CFErrorGetDomain) \
    X(CFErrorGetCode) X(CFErrorCopyDescription) X(CFErrorCreate)

struct lk_core {
#define LK_FIELD(name) __typeof__(&name) name;
    LK_CORE_FUNCTIONS(LK_FIELD)
#undef LK_FIELD
    CFTypeRef true_, false_, null;
    const CFArrayCallBacks *array;
    const CFDictionaryKeyCallBacks *keys;
    const CFDictionaryValueCallBacks *values;
    const CFSetCallBacks *set;
};

/// The core, opened when it is first needed; NULL if it cannot be, of which standard error has been told.
const struct lk_core *lk_core(void);
/// At load: says so if names of Core Foundation are another library's in this program, libSecurity's or those of
/// Swift's Foundation. Then its calls and constants are too, and every call that gets here fails.
void lk_look_for_another(void);
/// A function of the core.
void *lk_core_function(const char *name);

/// An object of the core that GNUstep has no class for: a key, a certificate, …
@interface LKSecObject : NSObject <NSCopying> {
  @public
    CFTypeRef core;
    /// What a call of the kind that gives no part in owning has given.
    NSMutableSet *kept;
}
/// Takes over the caller's part in owning it.
- (id)initWithCore:(CFTypeRef)object;
@end

/// What stands in a collection for NULL, which Core Foundation allows there and GNUstep does not.
extern id lk_missing;

/// An object of the core for one of GNUstep, to be released; NULL for classes that the core does not know, too many
/// levels or elements, and what raises exceptions while it is read.
CFTypeRef lk_copy_in(const struct lk_core *, id object);
/// An object of GNUstep for one of the core, to be released.
id lk_copy_out(const struct lk_core *, CFTypeRef object);

/// A string of any code units, to be released.
NSString *lk_string(const unichar *units, NSUInteger length);

/// One call through the door.
struct lk_call {
    const struct lk_core *core;
    NSAutoreleasePool *pool;
    /// An argument could not be taken in.
    BOOL failed;
    int count;
    CFTypeRef arguments[16];
};
/// What a result parameter has until the core writes to it.
#define LK_UNTOUCHED ((CFTypeRef)1)

/// False if there is no such function.
BOOL lk_begin(struct lk_call *, void **function, const char *name);
CFTypeRef lk_in(struct lk_call *, CFTypeRef object);
/// Hands a result over to the caller, if it was asked for and is there.
void lk_out(struct lk_call *, CFTypeRef result, CFTypeRef *place);
/// The same for a function's own result.
CFTypeRef lk_result(struct lk_call *, CFTypeRef result);
void lk_error(CFErrorRef *place, OSStatus status);
void lk_end(struct lk_call *);
