/* URLs and paths of files. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFURL_H
#define LATCHKEY_COREFOUNDATION_CFURL_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFString.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

LATCHKEY_REF(CFURLRef, __CFURL, NSURL);

/* How paths are written. */
typedef CF_ENUM(CFIndex, CFURLPathStyle) {
    kCFURLPOSIXPathStyle = 0,
    kCFURLHFSPathStyle = 1,
    kCFURLWindowsPathStyle = 2
};

CF_EXPORT CFTypeID CFURLGetTypeID(void);
/* A URL of a text, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFURLCreateWithString(CFAllocatorRef _Nullable allocator, CFStringRef text,
                                                   CFURLRef _Nullable base);
/* A URL of bytes, to be released, or NULL. */
CF_EXPORT CFURLRef _Nullable CFURLCreateWithBytes(CFAllocatorRef _Nullable allocator, const UInt8 *bytes,
                                                  CFIndex length, CFStringEncoding encoding, CFURLRef _Nullable base);
/* The URL of a path, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCreateWithFileSystemPath(CFAllocatorRef _Nullable allocator, CFStringRef path,
                                                           CFURLPathStyle style, Boolean isDirectory);
/* The URL of a path that is relative to a base, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCreateWithFileSystemPathRelativeToBase(CFAllocatorRef _Nullable allocator,
                                                                         CFStringRef path, CFURLPathStyle style,
                                                                         Boolean isDirectory, CFURLRef _Nullable base);
/* The URL of a path as the file system has it, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCreateFromFileSystemRepresentation(CFAllocatorRef _Nullable allocator,
                                                                     const UInt8 *path, CFIndex length,
                                                                     Boolean isDirectory);
/* Gets the path as the file system has it, with a zero byte. False if it does not fit. */
CF_EXPORT Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean resolveAgainstBase, UInt8 *buffer,
                                                   CFIndex maxBufLen);
/* The URL without a base, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCopyAbsoluteURL(CFURLRef url);
/* The text of a URL without its base, which belongs to the URL. */
CF_EXPORT CFStringRef CFURLGetString(CFURLRef url);
/* The scheme, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyScheme(CFURLRef url);
/* User, host and port as they are written, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyNetLocation(CFURLRef url);
/* The path as it is written, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyPath(CFURLRef url);
/* The path of the file, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyFileSystemPath(CFURLRef url, CFURLPathStyle style);
/* The host, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyHostName(CFURLRef url);
/* The port, or -1. */
CF_EXPORT SInt32 CFURLGetPortNumber(CFURLRef url);
/* The name of the user, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyUserName(CFURLRef url);
/* The password, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyPassword(CFURLRef url);
/* The query, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyQueryString(CFURLRef url, CFStringRef _Nullable charactersToLeaveEscaped);
/* The fragment, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyFragment(CFURLRef url, CFStringRef _Nullable charactersToLeaveEscaped);
/* The last component of the path, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyLastPathComponent(CFURLRef url);
/* What is behind the last dot of the path, to be released, or NULL. */
CF_EXPORT CFStringRef _Nullable CFURLCopyPathExtension(CFURLRef url);
/* A URL with one component more, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCreateCopyAppendingPathComponent(CFAllocatorRef _Nullable allocator, CFURLRef url,
                                                                   CFStringRef component, Boolean isDirectory);
/* A URL without its last component, to be released. */
CF_EXPORT CFURLRef _Nullable CFURLCreateCopyDeletingLastPathComponent(CFAllocatorRef _Nullable allocator, CFURLRef url);
/* Gets the bytes of a URL. Returns how many, or -1 if they do not fit. A buffer of NULL counts. */
CF_EXPORT CFIndex CFURLGetBytes(CFURLRef url, UInt8 *_Nullable buffer, CFIndex length);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFURL_H */
