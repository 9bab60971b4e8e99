// What a keychain file may have SQLite do to other files: nothing.
// SPDX-License-Identifier: Apache-2.0
//
// A keychain is in WAL mode, and has a WAL and its index beside it. To SQLite any file may also have a rollback
// journal: one that lies beside a file is played back before the file is looked at, and names another file to be
// deleted afterwards. A stranger's file would so delete any file of the user who opens it. For this VFS a rollback
// journal never exists and is never opened or made, and nothing is deleted but a WAL. (Its index is deleted by the VFS
// below itself.) Temporary files are refused as well: they are kept in memory. SQLite writes to what it finds as a WAL
// and its index. If one of them were another name of some file, that file would be overwritten, and a FIFO would keep
// the process waiting: only plain files with one name are taken. Everything that concerns an open file is left to the
// VFS that is SQLite's default at that moment, also locks.
#include "include/CLatchkeySQLite.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The VFS over one that was SQLite's default. It lives as long as the process.
struct guarded {
    sqlite3_vfs vfs;
    sqlite3_vfs *below;
    struct guarded *next;
    char name[32];
};

static sqlite3_vfs *below(sqlite3_vfs *vfs) { return ((struct guarded *)vfs)->below; }

static int ends_in(const char *path, const char *end) {
    size_t length = path ? strlen(path) : 0, count = strlen(end);
    return length > count && strcmp(path + length - count, end) == 0;
}

/// A plain file with one name, or nothing.
static int is_own(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0) return errno == ENOENT;
    return S_ISREG(status.st_mode) && status.st_nlink == 1;
}

/// A WAL is opened before its index is.
static int is_own_log(const char *path) {
    size_t length = strlen(path);
    if (!ends_in(path, "-wal") || !is_own(path)) return 0;
    char *index = strdup(path);
    if (!index) return 0;
    memcpy(index + length - 4, "-shm", 4);
    int result = is_own(index);
    free(index);
    return result;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened_as) {
    int is_keychain = path && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) && !(flags & SQLITE_OPEN_DELETEONCLOSE);
    if (!is_keychain || ((flags & SQLITE_OPEN_WAL) && !is_own_log(path))) {
        file->pMethods = NULL;
        return SQLITE_CANTOPEN;
    }
    return below(vfs)->xOpen(below(vfs), path, file, flags, opened_as);
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int synchronises) {
    if (!ends_in(path, "-wal")) return SQLITE_IOERR_DELETE_NOENT;
    return below(vfs)->xDelete(below(vfs), path, synchronises);
}

static int access_file(sqlite3_vfs *vfs, const char *path, int kind, int *result) {
    if (!ends_in(path, "-journal")) return below(vfs)->xAccess(below(vfs), path, kind, result);
    *result = 0;
    return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *path, int size, char *result) {
    return below(vfs)->xFullPathname(below(vfs), path, size, result);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct guarded *all;

static struct guarded *make(sqlite3_vfs *base) {
    static int count = 0;
    struct guarded *guarded = calloc(1, sizeof *guarded);
    if (!guarded) return NULL;
    guarded->vfs = *base;
    guarded->below = base;
    guarded->vfs.pNext = NULL;
    snprintf(guarded->name, sizeof guarded->name, "latchkey-%d", ++count);
    guarded->vfs.zName = guarded->name;
    guarded->vfs.xOpen = open_file;
    guarded->vfs.xDelete = delete_file;
    guarded->vfs.xAccess = access_file;
    guarded->vfs.xFullPathname = full_path;
    if (sqlite3_vfs_register(&guarded->vfs, 0) != SQLITE_OK) {
        free(guarded);
        return NULL;
    }
    guarded->next = all;
    all = guarded;
    return guarded;
}

const char *latchkey_vfs(void) {
    sqlite3_vfs *base = sqlite3_vfs_find(NULL);
    if (!base) return NULL;
    pthread_mutex_lock(&mutex);
    struct guarded *found = all;
    while (found && found->below != base) found = found->next;
    if (!found) found = make(base);
    pthread_mutex_unlock(&mutex);
    return found ? found->name : NULL;
}
