// What the machine can do without a keychain: SQLite's C interface and one AES-256-GCM call an item.
// SPDX-License-Identifier: Apache-2.0
#ifndef CLIMITS_H
#define CLIMITS_H

#include "CKeys.h"

/// Opens a fresh database with one table and a UNIQUE index over (agrp, svce, acct), for secrets of `secret_size`
/// bytes. Returns 0, or SQLite's code.
int limits_open(const char *path, int secret_size);
/// Adds item `number` in a transaction of its own, synchronous=FULL, after sealing its secret.
int limits_insert(long number);
/// Adds items without a sync of their own, to fill the table.
int limits_fill(long first, long count);
/// Finds item `number` by its three columns and opens its secret.
int limits_lookup(long number);
int limits_update(long number);
int limits_delete(long number);
/// Reads the attributes of `count` items and opens one blob an item. Returns the number of items.
long limits_list(long count);
void limits_close(void);

/// Listens at `path` and answers each `request` bytes with `answer` bytes, until it is killed. Returns errno if it
/// cannot.
int limits_echo_serve(const char *path, int request, int answer);
/// Connects to that server. Returns 0 or errno.
int limits_echo_connect(const char *path, int request, int answer);
/// One round trip.
int limits_echo(void);

#endif
