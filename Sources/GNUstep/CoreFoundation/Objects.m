// What all objects of Core Foundation share, over objects of GNUstep. NULL is an object that does nothing.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

#include <stdio.h>

CFTypeRef CFRetain(CFTypeRef object) { return (CFTypeRef)[(id)object retain]; }
void CFRelease(CFTypeRef object) { [(id)object release]; }
Boolean CFEqual(CFTypeRef object1, CFTypeRef object2) { return object1 == object2 || (object1 != NULL && [(id)object1 isEqual:(id)object2]); }
CFHashCode CFHash(CFTypeRef object) { return [(id)object hash]; }
CFStringRef CFCopyDescription(CFTypeRef object) { return (CFStringRef)[[(id)object description] copy]; }
CFAllocatorRef CFGetAllocator(CFTypeRef object) {
    (void)object;
    return kCFAllocatorSystemDefault;
}

void CFShow(CFTypeRef object) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    fprintf(stderr, "%s\n", object == NULL ? "(null)" : [[(id)object description] UTF8String]);
    [pool release];
}

// The numbers of types are the core's, so that those of keys and certificates are among them.
#define TYPE(name) \
    CFTypeID name##GetTypeID(void) { \
        static CFTypeID (*core)(void); \
        if (core == NULL) core = (CFTypeID(*)(void))lk_core_function(#name "GetTypeID"); \
        return core == NULL ? 0 : core(); \
    }
TYPE(CFString)
TYPE(CFData)
TYPE(CFNumber)
TYPE(CFBoolean)
TYPE(CFDate)
TYPE(CFNull)
TYPE(CFArray)
TYPE(CFDictionary)
TYPE(CFUUID)
TYPE(CFError)

CFTypeID CFGetTypeID(CFTypeRef object) {
    id value = (id)object;
    if (value == nil || lk_core() == NULL) return 0;
    if ([value isKindOfClass:[LKSecObject class]]) return lk_core()->CFGetTypeID(((LKSecObject *)value)->core);
    if ([value isKindOfClass:[NSString class]]) return CFStringGetTypeID();
    if ([value isKindOfClass:[NSData class]]) return CFDataGetTypeID();
    if (value == (id)kCFBooleanTrue || value == (id)kCFBooleanFalse) return CFBooleanGetTypeID();
    if ([value isKindOfClass:[NSNumber class]]) return CFNumberGetTypeID();
    if ([value isKindOfClass:[NSDictionary class]]) return CFDictionaryGetTypeID();
    if ([value isKindOfClass:[NSArray class]]) return CFArrayGetTypeID();
    if ([value isKindOfClass:[NSDate class]]) return CFDateGetTypeID();
    if ([value isKindOfClass:[NSNull class]]) return CFNullGetTypeID();
    if ([value isKindOfClass:[NSError class]]) return CFErrorGetTypeID();
    if ([value isKindOfClass:[NSUUID class]]) return CFUUIDGetTypeID();
    if ([value isKindOfClass:[NSSet class]]) return lk_core()->CFSetGetTypeID();
    if ([value isKindOfClass:[NSURL class]]) return lk_core()->CFURLGetTypeID();
    return 0;
}

CFStringRef CFCopyTypeIDDescription(CFTypeID type) {
    static CFStringRef (*core)(CFTypeID);
    struct lk_call call;
    if (!lk_begin(&call, (void **)&core, "CFCopyTypeIDDescription")) return NULL;
    CFStringRef text = lk_result(&call, core(type));
    lk_end(&call);
    return text;
}
