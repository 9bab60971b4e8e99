/* Random bytes from the kernel. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECRANDOM_H
#define LATCHKEY_SECURITY_SECRANDOM_H

#include <Security/SecBase.h>
#include <stddef.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A source of random bytes. */
#if defined(LATCHKEY_CGO)
typedef uintptr_t SecRandomRef;
#else
typedef const struct __SecRandom *SecRandomRef;
#endif

/* The source of random bytes. There is one, the kernel's. */
CF_EXPORT const SecRandomRef _Nullable kSecRandomDefault;

/* Fills count bytes with random bytes of getrandom(), whatever source is named; waits until the kernel has enough after
   the machine's start. Returns 0, or why the bytes are of no use. */
CF_EXPORT int SecRandomCopyBytes(SecRandomRef _Nullable source, size_t count, void *bytes) CF_WARN_UNUSED_RESULT;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECRANDOM_H */
