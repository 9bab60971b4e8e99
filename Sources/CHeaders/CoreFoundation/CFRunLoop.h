/* Loops that wait for events of a thread. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFRUNLOOP_H
#define LATCHKEY_COREFOUNDATION_CFRUNLOOP_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFString.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* Which sources, timers and observers take part. */
typedef CFStringRef CFRunLoopMode;

#if defined(LATCHKEY_CGO)
typedef uintptr_t CFRunLoopRef;
typedef uintptr_t CFRunLoopSourceRef;
typedef uintptr_t CFRunLoopObserverRef;
typedef uintptr_t CFRunLoopTimerRef;
#else
typedef struct CF_BRIDGED_MUTABLE_TYPE(id) __CFRunLoop *CFRunLoopRef;
typedef struct CF_BRIDGED_MUTABLE_TYPE(id) __CFRunLoopSource *CFRunLoopSourceRef;
typedef struct CF_BRIDGED_MUTABLE_TYPE(id) __CFRunLoopObserver *CFRunLoopObserverRef;
typedef struct CF_BRIDGED_MUTABLE_TYPE(NSTimer) __CFRunLoopTimer *CFRunLoopTimerRef;
#endif

/* Why CFRunLoopRunInMode() returned. */
typedef CF_ENUM(SInt32, CFRunLoopRunResult) {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4
};

/* What observers are told of. */
typedef CF_OPTIONS(CFOptionFlags, CFRunLoopActivity) {
    kCFRunLoopEntry = 1,
    kCFRunLoopBeforeTimers = 2,
    kCFRunLoopBeforeSources = 4,
    kCFRunLoopBeforeWaiting = 32,
    kCFRunLoopAfterWaiting = 64,
    kCFRunLoopExit = 128,
    kCFRunLoopAllActivities = 0x0FFFFFFF
};

/* The mode that loops run in. */
CF_EXPORT const CFRunLoopMode kCFRunLoopDefaultMode;
/* All common modes, of which the default mode is one. */
CF_EXPORT const CFRunLoopMode kCFRunLoopCommonModes;

/* A source that the program signals itself. The version is 0. */
typedef struct {
    CFIndex version;
    void *_Nullable info;
    const void *_Nullable (*_Nullable retain)(const void *_Nullable info);
    void (*_Nullable release)(const void *_Nullable info);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *_Nullable info);
    Boolean (*_Nullable equal)(const void *_Nullable info1, const void *_Nullable info2);
    CFHashCode (*_Nullable hash)(const void *_Nullable info);
    void (*_Nullable schedule)(void *_Nullable info, CFRunLoopRef _Nullable loop, CFRunLoopMode _Nullable mode);
    void (*_Nullable cancel)(void *_Nullable info, CFRunLoopRef _Nullable loop, CFRunLoopMode _Nullable mode);
    void (*_Nullable perform)(void *_Nullable info);
} CFRunLoopSourceContext;

/* What an observer is called with. The version is 0. */
typedef struct {
    CFIndex version;
    void *_Nullable info;
    const void *_Nullable (*_Nullable retain)(const void *_Nullable info);
    void (*_Nullable release)(const void *_Nullable info);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *_Nullable info);
} CFRunLoopObserverContext;

/* What a timer is called with. The version is 0. */
typedef struct {
    CFIndex version;
    void *_Nullable info;
    const void *_Nullable (*_Nullable retain)(const void *_Nullable info);
    void (*_Nullable release)(const void *_Nullable info);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *_Nullable info);
} CFRunLoopTimerContext;

typedef void (*CFRunLoopObserverCallBack)(CFRunLoopObserverRef _Nullable observer, CFRunLoopActivity activity,
                                          void *_Nullable info);
typedef void (*CFRunLoopTimerCallBack)(CFRunLoopTimerRef _Nullable timer, void *_Nullable info);

CF_EXPORT CFTypeID CFRunLoopGetTypeID(void);
/* The loop of this thread. It is not to be released. */
CF_EXPORT CFRunLoopRef CFRunLoopGetCurrent(void);
/* The loop of the main thread. It is not to be released. */
CF_EXPORT CFRunLoopRef CFRunLoopGetMain(void);
/* The mode that a loop runs in, to be released, or NULL. */
CF_EXPORT CFRunLoopMode _Nullable CFRunLoopCopyCurrentMode(CFRunLoopRef loop);
/* Runs the loop of this thread until it is stopped or has nothing to wait for. */
CF_EXPORT void CFRunLoopRun(void);
/* Runs the loop of this thread for some seconds at most. */
CF_EXPORT CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds,
                                                Boolean returnAfterSourceHandled);
/* Wakes a loop that waits. */
CF_EXPORT void CFRunLoopWakeUp(CFRunLoopRef loop);
/* Stops a loop. */
CF_EXPORT void CFRunLoopStop(CFRunLoopRef loop);

/* Whether a source, an observer or a timer is in a mode of a loop. */
CF_EXPORT Boolean CFRunLoopContainsSource(CFRunLoopRef loop, CFRunLoopSourceRef source, CFRunLoopMode mode);
CF_EXPORT Boolean CFRunLoopContainsObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode);
CF_EXPORT Boolean CFRunLoopContainsTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode);
/* Adds a source, an observer or a timer to a mode of a loop, which retains it. */
CF_EXPORT void CFRunLoopAddSource(CFRunLoopRef loop, CFRunLoopSourceRef source, CFRunLoopMode mode);
CF_EXPORT void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode);
CF_EXPORT void CFRunLoopAddTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode);
/* Removes a source, an observer or a timer from a mode of a loop. */
CF_EXPORT void CFRunLoopRemoveSource(CFRunLoopRef loop, CFRunLoopSourceRef source, CFRunLoopMode mode);
CF_EXPORT void CFRunLoopRemoveObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode);
CF_EXPORT void CFRunLoopRemoveTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode);

CF_EXPORT CFTypeID CFRunLoopSourceGetTypeID(void);
/* A source, to be released. Those of a lower order come first. */
CF_EXPORT CFRunLoopSourceRef _Nullable CFRunLoopSourceCreate(CFAllocatorRef _Nullable allocator, CFIndex order,
                                                             CFRunLoopSourceContext *context);
/* Ends a source and removes it from its loops. */
CF_EXPORT void CFRunLoopSourceInvalidate(CFRunLoopSourceRef source);
/* Has the loop call a source when it runs. CFRunLoopWakeUp() makes it run. */
CF_EXPORT void CFRunLoopSourceSignal(CFRunLoopSourceRef source);

CF_EXPORT CFTypeID CFRunLoopObserverGetTypeID(void);
/* An observer, to be released. */
CF_EXPORT CFRunLoopObserverRef _Nullable CFRunLoopObserverCreate(CFAllocatorRef _Nullable allocator,
                                                                 CFOptionFlags activities, Boolean repeats,
                                                                 CFIndex order, CFRunLoopObserverCallBack callback,
                                                                 CFRunLoopObserverContext *_Nullable context);
/* Ends an observer. */
CF_EXPORT void CFRunLoopObserverInvalidate(CFRunLoopObserverRef observer);

CF_EXPORT CFTypeID CFRunLoopTimerGetTypeID(void);
/* A timer, to be released. The interval is in seconds, 0 for a timer that fires once. */
CF_EXPORT CFRunLoopTimerRef _Nullable CFRunLoopTimerCreate(CFAllocatorRef _Nullable allocator, CFAbsoluteTime fireDate,
                                                           CFTimeInterval interval, CFOptionFlags flags, CFIndex order,
                                                           CFRunLoopTimerCallBack callback,
                                                           CFRunLoopTimerContext *_Nullable context);
/* Ends a timer and removes it from its loop. */
CF_EXPORT void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_COREFOUNDATION_CFRUNLOOP_H */
