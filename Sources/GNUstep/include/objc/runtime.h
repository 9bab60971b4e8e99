/* GCC's <objc/runtime.h> for code with automatic reference counting, which its one inline function does not compile with. */
/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__has_feature) && __has_feature(objc_arc) && !defined(__objc_runtime_INCLUDE_GNU)
#include <objc/objc.h>
/* The function gets another name and the type of its argument, which is opened in it. */
#define object_getClass(argument) latchkey_object_class(struct objc_object *object)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wcompare-distinct-pointer-types"
#include_next <objc/runtime.h>
#pragma clang diagnostic pop
#undef object_getClass
static inline Class object_getClass(id object) { return latchkey_object_class((__bridge struct objc_object *)object); }
#else
#include_next <objc/runtime.h>
#endif
