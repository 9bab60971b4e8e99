// SQLite's C interface, plus the one macro Swift cannot import.
// SPDX-License-Identifier: Apache-2.0
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
