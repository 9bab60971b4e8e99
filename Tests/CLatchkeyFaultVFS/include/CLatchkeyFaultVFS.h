// A SQLite VFS that fails when told to, and knows what a disk would hold after a power failure. For tests alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdint.h>

/// What SQLite does to the files of one directory. Files elsewhere go to SQLite's own VFS untouched.
typedef struct latchkey_fault_disk latchkey_fault_disk;

enum {
    /// The operation fails once: with SQLITE_IOERR_…, a new file with SQLITE_CANTOPEN. A write is done by half.
    LATCHKEY_FAULT_INPUT_OUTPUT = 1,
    /// As above, but what needs space fails with SQLITE_FULL.
    LATCHKEY_FAULT_DISK_FULL = 2,
    /// The power fails: neither the operation nor any later one is done.
    LATCHKEY_FAULT_POWER = 3,
};

enum {
    /// Nothing that was not synchronised has reached the disk.
    LATCHKEY_IMAGE_LOST = 1,
    /// Everything has, as after kill -9.
    LATCHKEY_IMAGE_KEPT = 2,
    /// Sectors, truncations and directory entries have reached it by chance.
    LATCHKEY_IMAGE_TORN = 3,
};

/// Registers the VFS as SQLite's default. Connections that are open stay as they are.
/// - Returns: a result code of SQLite.
int latchkey_fault_install(void);

/// Watches a directory; all that is in it counts as durable.
/// - Parameter directory: the path as SQLite is given it, without a slash at its end.
latchkey_fault_disk *latchkey_fault_disk_open(const char *directory);
/// Call it when no connection to a file of the directory is open.
void latchkey_fault_disk_close(latchkey_fault_disk *disk);

/// Lets the n-th operation from the opening of the disk on fail (1 is the first); 0 for none.
void latchkey_fault_disk_arm(latchkey_fault_disk *disk, long nth, int fault);
/// Writes, syncs, truncations, deletions, new files and growths of the shared memory until now.
long latchkey_fault_disk_operations(latchkey_fault_disk *disk);
/// True once the operation that was armed has failed.
int latchkey_fault_disk_has_failed(latchkey_fault_disk *disk);

/// Writes what is on the disk if the power fails now, or failed at the armed operation, to an existing directory.
/// - Returns: 0, or -1 with errno.
int latchkey_fault_disk_write_image(latchkey_fault_disk *disk, const char *directory, int image, uint64_t seed);
