/* Time zones. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFTIMEZONE_H
#define LATCHKEY_COREFOUNDATION_CFTIMEZONE_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDate.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

CF_EXPORT CFTypeID CFTimeZoneGetTypeID(void);
/* The time zone of the system, to be released. */
CF_EXPORT CFTimeZoneRef _Nullable CFTimeZoneCopySystem(void);
/* The time zone of the program, to be released. */
CF_EXPORT CFTimeZoneRef _Nullable CFTimeZoneCopyDefault(void);
/* The time zone of a difference to UTC in seconds, to be released. */
CF_EXPORT CFTimeZoneRef _Nullable CFTimeZoneCreateWithTimeIntervalFromGMT(CFAllocatorRef _Nullable allocator,
                                                                          CFTimeInterval seconds);
/* The time zone of a name such as Europe/Berlin, to be released, or NULL. */
CF_EXPORT CFTimeZoneRef _Nullable CFTimeZoneCreateWithName(CFAllocatorRef _Nullable allocator, CFStringRef name,
                                                           Boolean tryAbbreviation);
/* The name, which belongs to the time zone. */
CF_EXPORT CFStringRef CFTimeZoneGetName(CFTimeZoneRef zone);
/* The difference to UTC in seconds at a time. */
CF_EXPORT CFTimeInterval CFTimeZoneGetSecondsFromGMT(CFTimeZoneRef zone, CFAbsoluteTime time);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFTIMEZONE_H */
