// The VFS: wraps SQLite's own, counts what changes a file, and keeps what has been synchronised.
// SPDX-License-Identifier: Apache-2.0
//
// The model of a disk: bytes are durable once xSync of their file has returned, the name of a file once its directory
// was synchronised. SQLite's unix VFS does that itself, at the first xSync of a journal or log that was opened to be
// created and at an xDelete that asks for it; fsync(2) by others on the directory is not seen here, so that the model
// is the stricter one. After a failed xSync the bytes are gone for ever, as Linux marks such pages clean. Shared memory
// (-shm) is never durable.
#define _GNU_SOURCE
#include "include/CLatchkeyFaultVFS.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTOR 512

/// A write or truncation that has not been synchronised.
struct change {
    int is_truncation;
    sqlite3_int64 offset;
    size_t size;
    unsigned char *bytes;
};

struct contents {
    unsigned char *bytes;
    size_t size;
};

/// One file, under one name; a file that is made anew under the name of a deleted one is another.
struct node {
    char *name;
    struct contents durable;
    struct change *changes;
    size_t change_count;
    int is_name_durable;
    int is_live;
    struct node *next;
};

struct latchkey_fault_disk {
    char *directory;
    struct node *nodes;
    long operations, nth;
    int fault, has_failed, is_off;
    struct latchkey_fault_disk *next;
};

struct fault_file {
    sqlite3_file base;
    latchkey_fault_disk *disk;
    struct node *node;
    int synchronises_directory;
    sqlite3_file *real;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static latchkey_fault_disk *disks;
static sqlite3_vfs *base_vfs;
static sqlite3_vfs fault_vfs;

static void *grow(void *bytes, size_t size) {
    void *grown = realloc(bytes, size ? size : 1);
    if (!grown) abort();
    return grown;
}

// MARK: The model

static void put(struct contents *contents, sqlite3_int64 offset, const unsigned char *bytes, size_t size) {
    size_t end = (size_t)offset + size;
    if (size == 0) return;
    if (end > contents->size) {
        contents->bytes = grow(contents->bytes, end);
        memset(contents->bytes + contents->size, 0, end - contents->size);
        contents->size = end;
    }
    memcpy(contents->bytes + offset, bytes, size);
}

static void apply(struct contents *contents, const struct change *change) {
    if (!change->is_truncation) {
        put(contents, change->offset, change->bytes, change->size);
    } else if ((size_t)change->offset < contents->size) {
        contents->size = (size_t)change->offset;
    }
}

static void note(struct node *node, int is_truncation, sqlite3_int64 offset, const void *bytes, size_t size) {
    node->changes = grow(node->changes, (node->change_count + 1) * sizeof *node->changes);
    struct change *change = &node->changes[node->change_count++];
    *change = (struct change){is_truncation, offset, size, NULL};
    if (size == 0) return;
    change->bytes = grow(NULL, size);
    memcpy(change->bytes, bytes, size);
}

static void forget_changes(struct node *node) {
    for (size_t i = 0; i < node->change_count; i++) free(node->changes[i].bytes);
    node->change_count = 0;
}

static struct node *live_node(latchkey_fault_disk *disk, const char *name) {
    for (struct node *node = disk->nodes; node; node = node->next)
        if (node->is_live && strcmp(node->name, name) == 0) return node;
    return NULL;
}

static struct node *add_node(latchkey_fault_disk *disk, const char *name) {
    struct node *node = calloc(1, sizeof *node);
    if (!node || !(node->name = strdup(name))) abort();
    node->is_live = 1;
    node->next = disk->nodes;
    disk->nodes = node;
    return node;
}

static int is_there(const latchkey_fault_disk *disk, const char *name) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", disk->directory, name) >= (int)sizeof path) abort();
    return access(path, F_OK) == 0;
}

/// Drafts of keychains that have got their names meanwhile. The keychain synchronises a draft, renames it, and
/// synchronises the directory; SQLite does nothing of that, and what was under the name before is gone. Nodes are in
/// the order of their making, the newest first: a draft that is older than what has the name was given up.
static void find_renamed_drafts(latchkey_fault_disk *disk) {
    for (struct node *node = disk->nodes; node; node = node->next) {
        const char *marker = strstr(node->name, ".draft-");
        if (!node->is_live || !marker || strlen(marker) != strlen(".draft-") + 16 || is_there(disk, node->name)) continue;
        char *name = strndup(node->name, (size_t)(marker - node->name));
        if (!name) abort();
        if (!is_there(disk, name)) {
            free(name);
            continue;
        }
        struct node *newer = disk->nodes;
        while (newer != node && !(newer->is_live && strcmp(newer->name, name) == 0)) newer = newer->next;
        if (newer != node) {
            node->is_live = node->is_name_durable = 0;
            free(name);
            continue;
        }
        struct node *before = live_node(disk, name);
        if (before) before->is_live = before->is_name_durable = 0;
        free(node->name);
        node->name = name;
        node->is_name_durable = 1;
    }
}

/// What is known of a file that is opened. One that is empty now is another than one that held something.
static struct node *known_node(latchkey_fault_disk *disk, const char *name, const char *path, int flags) {
    if (flags & SQLITE_OPEN_MAIN_DB) find_renamed_drafts(disk);
    struct node *known = live_node(disk, name);
    struct stat status;
    if (!known || !(flags & SQLITE_OPEN_MAIN_DB) || stat(path, &status) != 0 || status.st_size > 0) return known;
    if (known->durable.size == 0 && known->change_count == 0) return known;
    known->is_live = 0;
    return NULL;
}

static void free_node(struct node *node) {
    forget_changes(node);
    free(node->changes);
    free(node->durable.bytes);
    free(node->name);
    free(node);
}

/// The names of the directory are now what they are in memory.
static void synchronise_directory(latchkey_fault_disk *disk) {
    for (struct node *node = disk->nodes; node; node = node->next) node->is_name_durable = node->is_live;
}

/// The disk that holds `path`, and the name of the file on it.
static latchkey_fault_disk *disk_of(const char *path, const char **name) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!slash) return NULL;
    for (latchkey_fault_disk *disk = disks; disk; disk = disk->next)
        if (strlen(disk->directory) == (size_t)(slash - path) && strncmp(disk->directory, path, slash - path) == 0) {
            *name = slash + 1;
            return disk;
        }
    return NULL;
}

/// Counts an operation. Returns the fault that it meets, or 0.
static int count(latchkey_fault_disk *disk) {
    if (disk->is_off) return LATCHKEY_FAULT_POWER;
    if (++disk->operations != disk->nth) return 0;
    disk->has_failed = 1;
    disk->is_off = disk->fault == LATCHKEY_FAULT_POWER;
    return disk->fault;
}

// MARK: A file

static struct fault_file *own(sqlite3_file *file) { return (struct fault_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return own(file)->real; }

static int close_file(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int read_file(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, size, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    pthread_mutex_lock(&mutex);
    int fault = count(own(file)->disk);
    int done = fault == 0 ? size : fault == LATCHKEY_FAULT_POWER ? 0 : size / 2;
    if (done > 0) note(own(file)->node, 0, offset, bytes, (size_t)done);
    pthread_mutex_unlock(&mutex);
    int status = done > 0 ? real(file)->pMethods->xWrite(real(file), bytes, done, offset) : SQLITE_OK;
    if (fault == 0) return status;
    return fault == LATCHKEY_FAULT_DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    pthread_mutex_lock(&mutex);
    int fault = count(own(file)->disk);
    if (fault == 0) note(own(file)->node, 1, size, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return fault ? SQLITE_IOERR_TRUNCATE : real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
    (void)flags;  // The disk is a model: a real fsync would only cost time.
    struct fault_file *self = own(file);
    pthread_mutex_lock(&mutex);
    int fault = count(self->disk);
    if (fault == 0) {
        for (size_t i = 0; i < self->node->change_count; i++) apply(&self->node->durable, &self->node->changes[i]);
        if (self->synchronises_directory) synchronise_directory(self->disk);
        self->synchronises_directory = 0;
    }
    if (fault != LATCHKEY_FAULT_POWER) forget_changes(self->node);
    pthread_mutex_unlock(&mutex);
    return fault ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int lock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int unlock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int check_reserved_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int control_file(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int map_shared_memory(sqlite3_file *file, int region, int size, int extend, void volatile **pages) {
    if (extend) {
        // Without extending it tells whether the memory has to grow.
        int status = real(file)->pMethods->xShmMap(real(file), region, size, 0, pages);
        if (status != SQLITE_OK || *pages) return status;
        pthread_mutex_lock(&mutex);
        int fault = count(own(file)->disk);
        pthread_mutex_unlock(&mutex);
        if (fault) return SQLITE_IOERR_SHMSIZE;
    }
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, pages);
}
static int lock_shared_memory(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void shared_memory_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int unmap_shared_memory(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

/// Version 2: without xFetch no write goes through mapped memory.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared_memory,
    .xShmLock = lock_shared_memory,
    .xShmBarrier = shared_memory_barrier,
    .xShmUnmap = unmap_shared_memory,
};

// MARK: The VFS

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened_as) {
    (void)vfs;
    const char *name = NULL;
    pthread_mutex_lock(&mutex);
    latchkey_fault_disk *disk = disk_of(path, &name);
    if (!disk) {
        pthread_mutex_unlock(&mutex);
        return base_vfs->xOpen(base_vfs, path, file, flags, opened_as);
    }
    struct fault_file *self = own(file);
    memset(self, 0, sizeof *self);
    int is_new = access(path, F_OK) != 0;
    int fault = is_new && (flags & SQLITE_OPEN_CREATE) ? count(disk) : 0;
    if (!fault) {
        // A file that the keychain has made before SQLite opens it has no durable name yet either.
        struct node *known = known_node(disk, name, path, flags);
        self->node = known ? known : add_node(disk, name);
    }
    pthread_mutex_unlock(&mutex);
    if (fault) return SQLITE_CANTOPEN;
    self->disk = disk;
    self->real = (sqlite3_file *)(self + 1);
    self->synchronises_directory =
        (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL));
    int status = base_vfs->xOpen(base_vfs, path, self->real, flags, opened_as);
    // SQLite calls xClose exactly if there are methods.
    if (self->real->pMethods) self->base.pMethods = &methods;
    return status;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int synchronises) {
    (void)vfs;
    const char *name = NULL;
    pthread_mutex_lock(&mutex);
    latchkey_fault_disk *disk = disk_of(path, &name);
    int fault = disk && access(path, F_OK) == 0 ? count(disk) : 0;
    if (disk && !fault) {
        struct node *node = live_node(disk, name);
        if (node) node->is_live = 0;
        if (synchronises) synchronise_directory(disk);
    }
    pthread_mutex_unlock(&mutex);
    return fault ? SQLITE_IOERR_DELETE : base_vfs->xDelete(base_vfs, path, disk ? 0 : synchronises);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int install_status;

static void install(void) {
    base_vfs = sqlite3_vfs_find(NULL);
    if (!base_vfs) {
        install_status = SQLITE_ERROR;
        return;
    }
    fault_vfs = *base_vfs;
    fault_vfs.zName = "latchkey-fault";
    fault_vfs.szOsFile = (int)sizeof(struct fault_file) + base_vfs->szOsFile;
    fault_vfs.pNext = NULL;
    fault_vfs.xOpen = open_file;
    fault_vfs.xDelete = delete_file;
    install_status = sqlite3_vfs_register(&fault_vfs, 1);
}

int latchkey_fault_install(void) {
    pthread_once(&once, install);
    return install_status;
}

// MARK: A disk

static int read_whole(const char *path, struct contents *contents) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    unsigned char buffer[65536];
    ssize_t count;
    while ((count = read(descriptor, buffer, sizeof buffer)) > 0)
        put(contents, (sqlite3_int64)contents->size, buffer, (size_t)count);
    close(descriptor);
    return count < 0 ? -1 : 0;
}

static int is_shared_memory(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, "-shm") == 0;
}

latchkey_fault_disk *latchkey_fault_disk_open(const char *directory) {
    DIR *entries = opendir(directory);
    latchkey_fault_disk *disk = calloc(1, sizeof *disk);
    if (!entries || !disk || !(disk->directory = strdup(directory))) abort();
    for (struct dirent *entry; (entry = readdir(entries));) {
        char path[4096];
        if (entry->d_type != DT_REG || is_shared_memory(entry->d_name)) continue;
        if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path) abort();
        struct node *node = add_node(disk, entry->d_name);
        if (read_whole(path, &node->durable) != 0) abort();
    }
    closedir(entries);
    synchronise_directory(disk);
    pthread_mutex_lock(&mutex);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&mutex);
    return disk;
}

void latchkey_fault_disk_close(latchkey_fault_disk *disk) {
    pthread_mutex_lock(&mutex);
    for (latchkey_fault_disk **link = &disks; *link; link = &(*link)->next)
        if (*link == disk) {
            *link = disk->next;
            break;
        }
    pthread_mutex_unlock(&mutex);
    while (disk->nodes) {
        struct node *node = disk->nodes;
        disk->nodes = node->next;
        free_node(node);
    }
    free(disk->directory);
    free(disk);
}

void latchkey_fault_disk_arm(latchkey_fault_disk *disk, long nth, int fault) {
    pthread_mutex_lock(&mutex);
    disk->nth = nth;
    disk->fault = fault;
    pthread_mutex_unlock(&mutex);
}

long latchkey_fault_disk_operations(latchkey_fault_disk *disk) {
    pthread_mutex_lock(&mutex);
    long operations = disk->operations;
    pthread_mutex_unlock(&mutex);
    return operations;
}

int latchkey_fault_disk_has_failed(latchkey_fault_disk *disk) {
    pthread_mutex_lock(&mutex);
    int has_failed = disk->has_failed;
    pthread_mutex_unlock(&mutex);
    return has_failed;
}

// MARK: After a power failure

/// xorshift64*; the caller keeps the state away from zero.
static int chance(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (int)((*state * 0x2545f4914f6cdd1dULL) >> 63);
}

static void apply_by_chance(struct contents *contents, const struct change *change, uint64_t *state) {
    if (change->is_truncation) {
        if (chance(state)) apply(contents, change);
        return;
    }
    for (size_t start = 0; start < change->size;) {
        size_t end = start + SECTOR - ((size_t)change->offset + start) % SECTOR;
        if (end > change->size) end = change->size;
        if (chance(state)) put(contents, change->offset + (sqlite3_int64)start, change->bytes + start, end - start);
        start = end;
    }
}

static int write_whole(const char *path, const struct contents *contents) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    size_t done = 0;
    while (done < contents->size) {
        ssize_t count = write(descriptor, contents->bytes + done, contents->size - done);
        if (count < 0) break;
        done += (size_t)count;
    }
    return close(descriptor) == 0 && done == contents->size ? 0 : -1;
}

static int write_node(const struct node *node, const char *directory, int image, uint64_t *state) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", directory, node->name) >= (int)sizeof path) return -1;
    struct contents contents = {NULL, 0};
    put(&contents, 0, node->durable.bytes, node->durable.size);
    for (size_t i = 0; i < node->change_count; i++) {
        if (image == LATCHKEY_IMAGE_KEPT) apply(&contents, &node->changes[i]);
        if (image == LATCHKEY_IMAGE_TORN) apply_by_chance(&contents, &node->changes[i], state);
    }
    int result = write_whole(path, &contents);
    free(contents.bytes);
    return result;
}

int latchkey_fault_disk_write_image(latchkey_fault_disk *disk, const char *directory, int image, uint64_t seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15ULL | 1;
    int result = 0;
    pthread_mutex_lock(&mutex);
    find_renamed_drafts(disk);
    for (struct node *node = disk->nodes; node && result == 0; node = node->next) {
        // A name that was made or taken away since the directory was synchronised.
        int is_kept = image == LATCHKEY_IMAGE_LOST ? node->is_name_durable : node->is_live;
        if (image == LATCHKEY_IMAGE_TORN && node->is_live != node->is_name_durable) is_kept = chance(&state);
        if (is_kept) result = write_node(node, directory, image, &state);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}
