/* Enumerations, and marks of versions, for every C, C++ and Objective-C that this library supports. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_COREFOUNDATION_CFAVAILABILITY_H
#define LATCHKEY_COREFOUNDATION_CFAVAILABILITY_H

#include <AvailabilityMacros.h>
#include <TargetConditionals.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#ifndef __has_extension
#define __has_extension(name) __has_feature(name)
#endif
#ifndef __has_attribute
#define __has_attribute(name) 0
#endif
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#ifndef __has_include
#define __has_include(name) 0
#endif

/*
 * typedef CF_ENUM(type, name) { ... }; declares an enumeration whose values have that type, and
 * typedef CF_OPTIONS(type, name) { ... }; flags that are combined with |.
 *
 * If the language has enumerations with a type, CF_ENUM is one. Otherwise the name is the integer type and the
 * enumerators are separate constants, so a value has the same size in every language.
 *
 * From C99 and C++11 on CF_ENUM(type) { ... }; without a name is possible too.
 */
#if (defined(__cplusplus) && __cplusplus >= 201103L) || \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L) || (defined(__OBJC__) && __has_feature(objc_fixed_enum))
#define LATCHKEY_ENUM(type, name) \
    int latchkey_##name##_is_an_enumeration; \
    enum name : type; \
    typedef enum name name; \
    enum name : type
#define LATCHKEY_UNNAMED_ENUM(type) enum : type
#define CF_OPTIONS(type, name) \
    type name; \
    enum : type
#elif defined(__GNUC__)
/* Before C23 an enumerator above INT_MAX is an extension of the compilers. */
#define LATCHKEY_ENUM(type, name) \
    type name; \
    __extension__ enum
#define LATCHKEY_UNNAMED_ENUM(type) __extension__ enum
#define CF_OPTIONS(type, name) \
    type name; \
    __extension__ enum
#else
#define LATCHKEY_ENUM(type, name) \
    type name; \
    enum
#define LATCHKEY_UNNAMED_ENUM(type) enum
#define CF_OPTIONS(type, name) \
    type name; \
    enum
#endif

#if (defined(__cplusplus) && __cplusplus >= 201103L) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define LATCHKEY_THIRD(first, second, third, ...) third
#define CF_ENUM(...) LATCHKEY_THIRD(__VA_ARGS__, LATCHKEY_ENUM, LATCHKEY_UNNAMED_ENUM, )(__VA_ARGS__)
#else
#define CF_ENUM(type, name) LATCHKEY_ENUM(type, name)
#endif
#define CF_CLOSED_ENUM(type, name) LATCHKEY_ENUM(type, name)

/* Marks of sets of constant strings. They say nothing to these compilers. */
#define CF_STRING_ENUM
#define CF_EXTENSIBLE_STRING_ENUM
#define CF_TYPED_ENUM
#define CF_TYPED_EXTENSIBLE_ENUM

#endif /* LATCHKEY_COREFOUNDATION_CFAVAILABILITY_H */
