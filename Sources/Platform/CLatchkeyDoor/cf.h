// What of Core Foundation is called here. Its headers are those of the toolchain, which not every compiler reads.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef const void *CFTypeRef;
typedef long CFIndex;
typedef uintptr_t CFTypeID;

/// What every object begins with.
struct latchkey_base {
    uintptr_t isa;
    uintptr_t references;
    _Atomic(uint64_t) info;
};

/// A class of objects, as `CFRuntime.h` has it (version 0).
struct latchkey_class {
    CFIndex version;
    const char *name;
    void (*init)(CFTypeRef);
    CFTypeRef (*copy)(CFTypeRef, CFTypeRef);
    void (*finalize)(CFTypeRef);
    bool (*equal)(CFTypeRef, CFTypeRef);
    uintptr_t (*hash)(CFTypeRef);
    CFTypeRef (*describe_in)(CFTypeRef, CFTypeRef);
    CFTypeRef (*describe)(CFTypeRef);
    void (*reclaim)(CFTypeRef);
    uint32_t (*references)(intptr_t, CFTypeRef);
    uintptr_t alignment;
};

extern CFTypeID _CFRuntimeRegisterClass(const struct latchkey_class *);
extern CFTypeRef _CFRuntimeCreateInstance(CFTypeRef, CFTypeID, CFIndex, unsigned char *);
extern CFTypeID CFGetTypeID(CFTypeRef);
extern CFTypeID CFArrayGetTypeID(void);
extern CFTypeID CFDictionaryGetTypeID(void);
extern CFIndex CFArrayGetCount(CFTypeRef);
extern CFTypeRef CFArrayGetValueAtIndex(CFTypeRef, CFIndex);
extern CFTypeRef CFArrayCreateMutable(CFTypeRef, CFIndex, const void *);
extern void CFArrayAppendValue(CFTypeRef, CFTypeRef);
extern CFIndex CFDictionaryGetCount(CFTypeRef);
extern void CFDictionaryGetKeysAndValues(CFTypeRef, const void **, const void **);
extern CFTypeRef CFDictionaryCreateMutable(CFTypeRef, CFIndex, const void *, const void *);
extern void CFDictionarySetValue(CFTypeRef, const void *, const void *);
extern CFTypeRef CFDictionaryCreate(CFTypeRef, const void **, const void **, CFIndex, const void *, const void *);
extern CFTypeRef CFErrorCreate(CFTypeRef, CFTypeRef, CFIndex, CFTypeRef);
extern CFTypeRef CFStringCreateWithCString(CFTypeRef, const char *, uint32_t);
extern void CFRelease(CFTypeRef);
extern const char kCFTypeArrayCallBacks[], kCFTypeDictionaryKeyCallBacks[], kCFTypeDictionaryValueCallBacks[];
extern const CFTypeRef kCFErrorDescriptionKey, kCFErrorLocalizedDescriptionKey;
