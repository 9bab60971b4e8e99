// System calls that glibc does not wrap or that Swift cannot call, one small function each.
// SPDX-License-Identifier: Apache-2.0
#ifndef CLINUXKEYCHAIN_H
#define CLINUXKEYCHAIN_H

#include <stddef.h>
#include <stdint.h>

/// Maps `size` bytes that are locked in memory where the limit allows it and are left out of core dumps.
/// Returns NULL and sets errno on failure. `*locked` tells whether the pages are locked.
void *latchkey_map_key_pages(size_t size, int *locked);

/// Makes the process refuse ptrace by its own user and leave no core file.
int latchkey_refuse_inspection(void);

/// Renames a file and never replaces one: -1 with errno EEXIST where `to` is there.
int latchkey_rename_new(const char *from, const char *to);

/// Whether an open executable has file capabilities.
int latchkey_has_capabilities(int file);
/// Copies a file's user attributes and access control list; -1 with errno where one cannot be copied.
int latchkey_copy_attributes(int from, int to);

/// The serial number of the caller's session keyring, or -1 with errno.
/// A process that has none is given its user's session keyring, so that all of a login share one.
int32_t latchkey_session_keyring(void);
/// Adds or replaces the "user" key `description`; only processes that possess the keyring may use it.
int32_t latchkey_keyring_store(int32_t keyring, const char *description, const void *payload, size_t size);
/// Finds the "user" key `description` in `keyring`, or -1 with errno (ENOKEY, EKEYEXPIRED, EKEYREVOKED).
int32_t latchkey_keyring_find(int32_t keyring, const char *description);
/// Copies at most `size` bytes of the payload; returns its full length, or -1 with errno.
long latchkey_keyring_read(int32_t key, void *buffer, size_t size);
/// Lets the key expire `seconds` from now; 0 takes the limit away.
int latchkey_keyring_set_timeout(int32_t key, unsigned int seconds);
/// Takes the key out of the kernel at once, for all processes.
int latchkey_keyring_invalidate(int32_t key);

#endif
