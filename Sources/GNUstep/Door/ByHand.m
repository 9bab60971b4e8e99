// Calls that scripts/make-gnustep-door has no rule for: with objects in a structure, and with a result that another
// object keeps.
// SPDX-License-Identifier: Apache-2.0
#include "Door.h"

/// The core's certificate for the place lives as long as the core's trust object; ours is kept with ours.
SecCertificateRef SecTrustGetCertificateAtIndex(SecTrustRef trust, CFIndex index) {
    static SecCertificateRef (*core)(SecTrustRef, CFIndex);
    struct lk_call call;
    if (!lk_begin(&call, (void **)&core, "SecTrustGetCertificateAtIndex")) return NULL;
    CFTypeRef in = lk_in(&call, trust), found = in == NULL ? NULL : core((SecTrustRef)in, index);
    id certificate = found == NULL ? nil : [[LKSecObject alloc] initWithCore:call.core->CFRetain(found)];
    if (certificate != nil) {
        LKSecObject *owner = (LKSecObject *)trust;
        @synchronized(owner) {
            if (owner->kept == nil) owner->kept = [[NSMutableSet alloc] init];
            id known = [owner->kept member:certificate];
            if (known == nil) [owner->kept addObject:certificate];
            [certificate release];
            certificate = known == nil ? certificate : known;
        }
    }
    lk_end(&call);
    return (SecCertificateRef)certificate;
}

/// The parameters with the core's objects in them.
static const SecItemImportExportKeyParameters *parameters_in(
    struct lk_call *call, const SecItemImportExportKeyParameters *given, SecItemImportExportKeyParameters *made) {
    if (given == NULL) return NULL;
    *made = *given;
    made->passphrase = lk_in(call, given->passphrase);
    made->alertTitle = lk_in(call, given->alertTitle);
    made->alertPrompt = lk_in(call, given->alertPrompt);
    made->accessRef = (SecAccessRef)lk_in(call, given->accessRef);
    made->keyUsage = lk_in(call, given->keyUsage);
    made->keyAttributes = lk_in(call, given->keyAttributes);
    return made;
}

OSStatus SecItemExport(CFTypeRef itemOrArray, SecExternalFormat format, SecItemImportExportFlags flags,
                       const SecItemImportExportKeyParameters *parameters, CFDataRef *data) {
    static __typeof__(&SecItemExport) core;
    struct lk_call call;
    SecItemImportExportKeyParameters made;
    if (!lk_begin(&call, (void **)&core, "SecItemExport")) return errSecUnimplemented;
    CFTypeRef items = lk_in(&call, itemOrArray), result = LK_UNTOUCHED;
    parameters = parameters_in(&call, parameters, &made);
    OSStatus status = call.failed ? errSecParam : core(items, format, flags, parameters, data == NULL ? NULL : (CFDataRef *)&result);
    lk_out(&call, result, (CFTypeRef *)data);
    lk_end(&call);
    return status;
}

OSStatus SecItemImport(CFDataRef data, CFStringRef fileNameOrExtension, SecExternalFormat *format, SecExternalItemType *itemType,
                       SecItemImportExportFlags flags, const SecItemImportExportKeyParameters *parameters, SecKeychainRef keychain, CFArrayRef *items) {
    static __typeof__(&SecItemImport) core;
    struct lk_call call;
    SecItemImportExportKeyParameters made;
    if (!lk_begin(&call, (void **)&core, "SecItemImport")) return errSecUnimplemented;
    CFTypeRef file = lk_in(&call, data), name = lk_in(&call, fileNameOrExtension), into = lk_in(&call, keychain), result = LK_UNTOUCHED;
    parameters = parameters_in(&call, parameters, &made);
    OSStatus status = call.failed ? errSecParam
                                  : core(file, name, format, itemType, flags, parameters, (SecKeychainRef)into, items == NULL ? NULL : (CFArrayRef *)&result);
    lk_out(&call, result, (CFTypeRef *)items);
    lk_end(&call);
    return status;
}
