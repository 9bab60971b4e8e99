// The log of a transaction is written in one piece.
// SPDX-License-Identifier: Apache-2.0
//
// SQLite writes the frames of a transaction one after another, each as a header of 24 bytes and a page, and
// synchronises then. While it commits they are gathered here and written together, when the last of them is complete.
// SQLite tells others of a commit after that, as ever. What it reads back, measures or synchronises is written before.
// A write that does not continue the one before goes straight to the file, and so does whatever a transaction writes
// before it commits: nothing is gathered when a transaction is taken back.
#include "include/CLatchkeySQLite.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME_HEADER = 24,
    /// Fifteen pages of 4096 bytes: most transactions have four to eight.
    CAPACITY = 15 * (FRAME_HEADER + 4096),
};

/// The methods of the log's file, with what they need behind them.
struct log {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *below;
    int is_gathering;
    /// Where the gathered bytes belong.
    sqlite3_int64 start;
    int count;
    /// Where the last write ended.
    sqlite3_int64 end;
    /// The last header's frame ends a transaction.
    int is_commit;
    unsigned char bytes[CAPACITY];
};

static struct log *log_of(sqlite3_file *file) { return (struct log *)file->pMethods; }

/// What cannot be written is an error of this call, and forgotten: a commit that fails is taken back.
static int flush(sqlite3_file *file) {
    struct log *log = log_of(file);
    int count = log->count;
    log->count = 0;
    return count == 0 ? SQLITE_OK : log->below->xWrite(file, log->bytes, count, log->start);
}

static int write_log(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct log *log = log_of(file);
    int gathers = log->is_gathering && offset == log->end && count <= CAPACITY;
    if (!gathers || count > CAPACITY - log->count) {
        int status = flush(file);
        if (status != SQLITE_OK) return status;
    }
    log->end = offset + count;
    int ends = log->is_commit;
    log->is_commit = 0;
    if (count == FRAME_HEADER) {
        // The size of the database after a commit, or 0.
        const unsigned char *size = (const unsigned char *)bytes + 4;
        log->is_commit = (size[0] | size[1] | size[2] | size[3]) != 0;
    }
    if (!gathers) return log->below->xWrite(file, bytes, count, offset);
    if (log->count == 0) log->start = offset;
    memcpy(log->bytes + log->count, bytes, (size_t)count);
    log->count += count;
    return ends ? flush(file) : SQLITE_OK;
}

static int read_log(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int status = flush(file);
    return status != SQLITE_OK ? status : log_of(file)->below->xRead(file, bytes, count, offset);
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size) {
    int status = flush(file);
    return status != SQLITE_OK ? status : log_of(file)->below->xTruncate(file, size);
}

static int synchronise_log(sqlite3_file *file, int flags) {
    int status = flush(file);
    return status != SQLITE_OK ? status : log_of(file)->below->xSync(file, flags);
}

static int measure_log(sqlite3_file *file, sqlite3_int64 *size) {
    int status = flush(file);
    return status != SQLITE_OK ? status : log_of(file)->below->xFileSize(file, size);
}

static int close_log(sqlite3_file *file) {
    struct log *log = log_of(file);
    file->pMethods = log->below;
    free(log);
    return file->pMethods->xClose(file);
}

/// The file of the log; NULL if there is none, as when a file is read without one.
static sqlite3_file *log_file(sqlite3 *db) {
    sqlite3_file *file = NULL;
    int status = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return status == SQLITE_OK && file && file->pMethods ? file : NULL;
}

/// If a write that is cut off can harm its neighbours SQLite writes more frames after a sync, and in parts.
static int is_padded(sqlite3 *db) {
    sqlite3_file *file = NULL;
    int status = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (status != SQLITE_OK || !file || !file->pMethods) return 1;
    return !(file->pMethods->xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE);
}

/// Everything else works on the same file as before.
static struct log *install(sqlite3_file *file) {
    struct log *log = malloc(sizeof *log);
    if (!log) return NULL;
    memset(log, 0, offsetof(struct log, bytes));
    log->methods = *file->pMethods;
    log->below = file->pMethods;
    log->end = -1;
    log->methods.xClose = close_log;
    log->methods.xRead = read_log;
    log->methods.xWrite = write_log;
    log->methods.xTruncate = truncate_log;
    log->methods.xSync = synchronise_log;
    log->methods.xFileSize = measure_log;
    file->pMethods = &log->methods;
    return log;
}

void latchkey_gather_log(sqlite3 *db, int gathers) {
    sqlite3_file *file = log_file(db);
    if (!file) return;
    struct log *log = file->pMethods->xWrite == write_log ? log_of(file) : NULL;
    if (gathers) {
        if (!log && !is_padded(db)) log = install(file);
        if (log) log->is_gathering = 1;
    } else if (log) {
        // Of a commit that failed; one that succeeded has written everything.
        log->count = 0;
        log->is_gathering = 0;
    }
}
