// SQLite's C interface, plus what Swift cannot import or call: a macro, a variadic function, a table of functions.
// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEYSQLITE_H
#define CLATCHKEYSQLITE_H

#include <sqlite3.h>

static inline int latchkey_bind_transient_blob(sqlite3_stmt *s, int i, const void *p, int n) {
    return sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}
static inline int latchkey_bind_transient_text(sqlite3_stmt *s, int i, const char *p, int n) {
    return sqlite3_bind_text(s, i, p, n, SQLITE_TRANSIENT);
}
/// The change counter of the file as this connection last saw it; changes when another connection commits.
static inline int latchkey_data_version(sqlite3 *db, unsigned int *version) {
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_DATA_VERSION, version);
}
/// Lets go of the log without folding it into the file, when the last connection closes.
static inline int latchkey_keep_log(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
/// No statement of the file's own runs: neither views nor functions with side effects.
static inline void latchkey_distrust_schema(sqlite3 *db) {
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
/// True if the file is no longer the one of its path.
static inline int latchkey_has_moved(sqlite3 *db) {
    int moved = 0;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}
/// Reads the beginning of the file, past the log, on SQLite's own descriptor: closing another one would drop its locks.
/// What the file does not have is zero.
static inline int latchkey_read_header(sqlite3 *db, void *header, int count) {
    sqlite3_file *file = 0;
    int status = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (status != SQLITE_OK || !file || !file->pMethods) return status == SQLITE_OK ? SQLITE_CANTOPEN : status;
    status = file->pMethods->xRead(file, header, count, 0);
    return status == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : status;
}
/// The name of the VFS that a keychain is opened with, over what is SQLite's default now; NULL if memory is short.
const char *latchkey_vfs(void);
/// Whether what this connection writes to its log is gathered, and written in one piece for the transaction. To be
/// switched on before a COMMIT and off after it, even if it failed. If memory is short or there is no log,
/// nothing is gathered.
void latchkey_gather_log(sqlite3 *db, int gathers);

#endif
