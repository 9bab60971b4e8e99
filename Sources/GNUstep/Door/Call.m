// What each generated call is made of.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

BOOL lk_begin(struct lk_call *call, void **function, const char *name) {
    call->core = lk_core();
    if (call->core == NULL) return NO;
    // Two threads find the same.
    if (__atomic_load_n(function, __ATOMIC_ACQUIRE) == NULL) __atomic_store_n(function, lk_core_function(name), __ATOMIC_RELEASE);
    if (*function == NULL) return NO;
    call->pool = [[NSAutoreleasePool alloc] init];
    call->failed = NO;
    call->count = 0;
    return YES;
}

CFTypeRef lk_in(struct lk_call *call, CFTypeRef object) {
    if (object == NULL || call->failed) return NULL;
    CFTypeRef made = lk_copy_in(call->core, (id)object);
    if (made == NULL) call->failed = YES;
    else call->arguments[call->count++] = made;
    return made;
}

CFTypeRef lk_result(struct lk_call *call, CFTypeRef result) {
    if (result == NULL) return NULL;
    id made = lk_copy_out(call->core, result);
    call->core->CFRelease(result);
    return (CFTypeRef)made;
}

void lk_out(struct lk_call *call, CFTypeRef result, CFTypeRef *place) {
    if (place != NULL && result != LK_UNTOUCHED) *place = lk_result(call, result);
}

void lk_error(CFErrorRef *place, OSStatus status) {
    if (place == NULL) return;
    NSString *text = status == errSecParam ? @"an argument is NULL or of another type" : @"the library cannot be used in this program";
    NSDictionary *facts = [[NSDictionary alloc] initWithObjectsAndKeys:text, NSLocalizedDescriptionKey, nil];
    *place = (CFErrorRef)[[NSError alloc] initWithDomain:NSOSStatusErrorDomain code:status userInfo:facts];
    [facts release];
}

void lk_end(struct lk_call *call) {
    for (int place = 0; place < call->count; place++) call->core->CFRelease(call->arguments[place]);
    [call->pool release];
}
