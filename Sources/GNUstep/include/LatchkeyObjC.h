/* What a program in Objective-C on Debian includes: Foundation of GNUstep, Core Foundation and Security. Given to clang with -include, it stands
   before everything else. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_OBJC_H
#define LATCHKEY_OBJC_H

#if defined(__OBJC__)

#if !defined(__clang__)
#error "this needs clang: GCC has neither literals nor blocks nor automatic reference counting"
#endif
#if defined(__has_feature) && !__has_feature(objc_nonfragile_abi)
#error "say -fobjc-runtime=gnustep-1.6 -fobjc-legacy-dispatch, as latchkey-security-gnustep.pc does"
#endif

#import <Foundation/Foundation.h>

/* GCC's macros are casts, of which @YES makes no object. */
#undef YES
#undef NO
#define YES __objc_yes
#define NO __objc_no

/* The empty reference is one for every kind, as on macOS: CFArrayRef list = nil. */
#undef nil
#undef Nil
#define nil NULL
#define Nil NULL

#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>

/* A constant string of Core Foundation is one of GNUstep, also outside of functions. */
#undef CFSTR
#if __has_feature(objc_arc)
#define CFSTR(text) ((__bridge CFStringRef)@"" text)
#else
#define CFSTR(text) ((CFStringRef)@"" text)
#endif

/* With automatic reference counting: gives an object of Core Foundation to it, or takes one out. */
#if __has_feature(objc_arc)
static inline id _Nullable CFBridgingRelease(CFTypeRef CF_CONSUMED _Nullable object) { return (__bridge_transfer id)object; }
static inline CFTypeRef _Nullable CFBridgingRetain(id _Nullable object) { return (__bridge_retained CFTypeRef)object; }
#else
static inline id _Nullable CFBridgingRelease(CFTypeRef CF_CONSUMED _Nullable object) { return [(id)object autorelease]; }
static inline CFTypeRef _Nullable CFBridgingRetain(id _Nullable object) { return (CFTypeRef)[object retain]; }
#endif

#endif /* __OBJC__ */

#endif /* LATCHKEY_OBJC_H */
