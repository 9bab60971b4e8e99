/* Property lists: strings, data, numbers, dates, arrays and dictionaries as a file. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFPROPERTYLIST_H
#define LATCHKEY_COREFOUNDATION_CFPROPERTYLIST_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFError.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* What of a list that is read can be changed. */
typedef CF_OPTIONS(CFOptionFlags, CFPropertyListMutabilityOptions) {
    kCFPropertyListImmutable = 0,
    kCFPropertyListMutableContainers = 1,
    kCFPropertyListMutableContainersAndLeaves = 2
};

/* The forms of files. That of OpenStep is read only. */
typedef CF_ENUM(CFIndex, CFPropertyListFormat) {
    kCFPropertyListOpenStepFormat = 1,
    kCFPropertyListXMLFormat_v1_0 = 100,
    kCFPropertyListBinaryFormat_v1_0 = 200
};

/* Codes of errors. */
enum {
    kCFPropertyListReadCorruptError = 3840,
    kCFPropertyListReadUnknownVersionError = 3841,
    kCFPropertyListReadStreamError = 3842,
    kCFPropertyListWriteStreamError = 3851
};

/* Whether a list can be written in a form. */
CF_EXPORT Boolean CFPropertyListIsValid(CFPropertyListRef list, CFPropertyListFormat format);
/* The list of a file, to be released, or NULL with error set. Gets the form of the file. */
CF_EXPORT CFPropertyListRef _Nullable CFPropertyListCreateWithData(
    CFAllocatorRef _Nullable allocator, CFDataRef data, CFOptionFlags options, CFPropertyListFormat *_Nullable format,
    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);
/* The file of a list, to be released, or NULL with error set. The options are 0. */
CF_EXPORT CFDataRef _Nullable CFPropertyListCreateData(CFAllocatorRef _Nullable allocator, CFPropertyListRef list,
                                                       CFPropertyListFormat format, CFOptionFlags options,
                                                       CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFPROPERTYLIST_H */
