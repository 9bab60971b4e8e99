/* Points in time. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFDATE_H
#define LATCHKEY_COREFOUNDATION_CFDATE_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A difference of times in seconds. */
typedef double CFTimeInterval;
/* Seconds since 2001-01-01 00:00:00 UTC. */
typedef CFTimeInterval CFAbsoluteTime;

LATCHKEY_REF(CFDateRef, __CFDate, NSDate);
LATCHKEY_REF(CFTimeZoneRef, __CFTimeZone, NSTimeZone);

/* The time now. */
CF_EXPORT CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);
/* Seconds from 1970-01-01 to 2001-01-01: add them to a CFAbsoluteTime for a time_t. */
CF_EXPORT const CFTimeInterval kCFAbsoluteTimeIntervalSince1970;
/* Seconds from 1904-01-01 to 2001-01-01. */
CF_EXPORT const CFTimeInterval kCFAbsoluteTimeIntervalSince1904;

CF_EXPORT CFTypeID CFDateGetTypeID(void);
/* A date, to be released. */
CF_EXPORT CFDateRef _Nullable CFDateCreate(CFAllocatorRef _Nullable allocator, CFAbsoluteTime time);
/* The time of a date. */
CF_EXPORT CFAbsoluteTime CFDateGetAbsoluteTime(CFDateRef date);
/* Seconds from the other date to the first. */
CF_EXPORT CFTimeInterval CFDateGetTimeIntervalSinceDate(CFDateRef date, CFDateRef other);
/* The order of two dates. The context is NULL. */
CF_EXPORT CFComparisonResult CFDateCompare(CFDateRef date, CFDateRef other, void *_Nullable context);

/* A date in the Gregorian calendar. */
typedef struct {
    SInt32 year;
    SInt8 month;
    SInt8 day;
    SInt8 hour;
    SInt8 minute;
    double second;
} CFGregorianDate;

/* The time of a date of the Gregorian calendar. NULL is UTC. */
CF_EXPORT CFAbsoluteTime CFGregorianDateGetAbsoluteTime(CFGregorianDate date, CFTimeZoneRef _Nullable zone);
/* The date of the Gregorian calendar at a time. NULL is UTC. */
CF_EXPORT CFGregorianDate CFAbsoluteTimeGetGregorianDate(CFAbsoluteTime time, CFTimeZoneRef _Nullable zone);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFDATE_H */
