/* Programs as bundles: what a program says of itself. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFBUNDLE_H
#define LATCHKEY_COREFOUNDATION_CFBUNDLE_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_OPAQUE_REF(CFBundleRef, __CFBundle, id);

/* Keys of the dictionary of a bundle. */
CF_EXPORT const CFStringRef kCFBundleInfoDictionaryVersionKey;
CF_EXPORT const CFStringRef kCFBundleExecutableKey;
CF_EXPORT const CFStringRef kCFBundleIdentifierKey;
CF_EXPORT const CFStringRef kCFBundleVersionKey;
CF_EXPORT const CFStringRef kCFBundleDevelopmentRegionKey;
CF_EXPORT const CFStringRef kCFBundleNameKey;
CF_EXPORT const CFStringRef kCFBundleLocalizationsKey;

CF_EXPORT CFTypeID CFBundleGetTypeID(void);
/* The bundle of the program. It is not to be released. */
CF_EXPORT CFBundleRef _Nullable CFBundleGetMainBundle(void);
/* The bundle of an identifier, or NULL. It is not to be released. */
CF_EXPORT CFBundleRef _Nullable CFBundleGetBundleWithIdentifier(CFStringRef identifier);
/* The bundle in a folder, to be released, or NULL. */
CF_EXPORT CFBundleRef _Nullable CFBundleCreate(CFAllocatorRef _Nullable allocator, CFURLRef url);
/* The folder of a bundle, to be released. */
CF_EXPORT CFURLRef _Nullable CFBundleCopyBundleURL(CFBundleRef bundle);
/* The file that is run, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFBundleCopyExecutableURL(CFBundleRef bundle);
/* The folder of the resources, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFBundleCopyResourcesDirectoryURL(CFBundleRef bundle);
/* The folder of its own frameworks, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFBundleCopyPrivateFrameworksURL(CFBundleRef bundle);
/* The folder of files that it shares, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFBundleCopySharedSupportURL(CFBundleRef bundle);
/* A value of the dictionary, which belongs to the bundle, or NULL. */
CF_EXPORT CFTypeRef _Nullable CFBundleGetValueForInfoDictionaryKey(CFBundleRef bundle, CFStringRef key);
/* The dictionary, which belongs to the bundle. */
CF_EXPORT CFDictionaryRef _Nullable CFBundleGetInfoDictionary(CFBundleRef bundle);
/* The identifier, which belongs to the bundle, or NULL. */
CF_EXPORT CFStringRef _Nullable CFBundleGetIdentifier(CFBundleRef bundle);
/* The address of a function of a bundle that is loaded, or NULL. */
CF_EXPORT void *_Nullable CFBundleGetFunctionPointerForName(CFBundleRef bundle, CFStringRef name);
/* The address of a variable of a bundle that is loaded, or NULL. */
CF_EXPORT void *_Nullable CFBundleGetDataPointerForName(CFBundleRef bundle, CFStringRef name);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFBUNDLE_H */
