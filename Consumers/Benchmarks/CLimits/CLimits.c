// What the machine can do without a keychain: SQLite's C interface and one AES-256-GCM call an item.
// SPDX-License-Identifier: Apache-2.0
#include "include/CLimits.h"

#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

enum { largest_secret = 4096, overhead = 12 + 16, meta_size = 250 };
static int secret_size, blob_size;

static sqlite3 *db;
static sqlite3_stmt *insert, *lookup, *update, *delete, *list;
static EVP_CIPHER *cipher;
static EVP_CIPHER_CTX *context;
static unsigned char key[32] = {1};
static unsigned char aad[56] = {2};

static int seal(unsigned char *blob, long number) {
    unsigned char plain[largest_secret] = {0};
    int length;
    memcpy(plain, &number, sizeof number);
    memset(blob, 0, 12);
    memcpy(blob, &number, sizeof number);
    EVP_EncryptInit_ex2(context, cipher, key, blob, NULL);
    EVP_EncryptUpdate(context, NULL, &length, aad, sizeof aad);
    EVP_EncryptUpdate(context, blob + 12, &length, plain, secret_size);
    EVP_EncryptFinal_ex(context, blob + 12 + length, &length);
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, blob + 12 + secret_size);
}

static int open_blob(const unsigned char *blob) {
    unsigned char plain[largest_secret];
    int length;
    EVP_DecryptInit_ex2(context, cipher, key, blob, NULL);
    EVP_DecryptUpdate(context, NULL, &length, aad, sizeof aad);
    EVP_DecryptUpdate(context, plain, &length, blob + 12, secret_size);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)(blob + 12 + secret_size));
    return EVP_DecryptFinal_ex(context, plain + length, &length) == 1 ? 0 : -1;
}

static void bind_names(sqlite3_stmt *statement, int first, long number, char *service, char *account) {
    snprintf(service, 64, "service-%ld.example.org", number);
    snprintf(account, 64, "account-%ld", number);
    sqlite3_bind_text(statement, first, service, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, first + 1, account, -1, SQLITE_STATIC);
}

static int finish(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : code;
}

int limits_open(const char *path, int size) {
    if (size > largest_secret) return SQLITE_TOOBIG;
    secret_size = size;
    blob_size = size + overhead;
    cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    context = EVP_CIPHER_CTX_new();
    int code = sqlite3_open(path, &db);
    if (code != SQLITE_OK) return code;
    code = sqlite3_exec(
        db,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;"
        "CREATE TABLE genp(rowid INTEGER PRIMARY KEY AUTOINCREMENT, agrp TEXT, svce TEXT, acct TEXT, cdat REAL, mdat REAL,"
        " meta BLOB, data BLOB, UNIQUE(agrp, svce, acct));",
        NULL, NULL, NULL);
    if (code != SQLITE_OK) return code;
    sqlite3_prepare_v2(db, "INSERT INTO genp(agrp, svce, acct, cdat, mdat, meta, data) VALUES('app', ?, ?, 1, 1, ?, ?)", -1, &insert, NULL);
    sqlite3_prepare_v2(db, "SELECT data FROM genp WHERE agrp = 'app' AND svce = ? AND acct = ?", -1, &lookup, NULL);
    sqlite3_prepare_v2(db, "UPDATE genp SET data = ?, mdat = 2 WHERE agrp = 'app' AND svce = ? AND acct = ?", -1, &update, NULL);
    sqlite3_prepare_v2(db, "DELETE FROM genp WHERE agrp = 'app' AND svce = ? AND acct = ?", -1, &delete, NULL);
    return sqlite3_prepare_v2(db, "SELECT cdat, mdat, agrp, meta, data FROM genp ORDER BY rowid LIMIT ?", -1, &list, NULL);
}

int limits_insert(long number) {
    static unsigned char meta[meta_size];
    unsigned char blob[largest_secret + overhead];
    char service[64], account[64];
    seal(blob, number);
    bind_names(insert, 1, number, service, account);
    sqlite3_bind_blob(insert, 3, meta, meta_size, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 4, blob, blob_size, SQLITE_STATIC);
    return finish(insert);
}

int limits_fill(long first, long count) {
    int code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    for (long number = first; code == 0 && number < first + count; number++) code = limits_insert(number);
    return code ? code : sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}

int limits_lookup(long number) {
    char service[64], account[64];
    bind_names(lookup, 1, number, service, account);
    int code = sqlite3_step(lookup) == SQLITE_ROW ? open_blob(sqlite3_column_blob(lookup, 0)) : -1;
    sqlite3_reset(lookup);
    return code;
}

int limits_update(long number) {
    unsigned char blob[largest_secret + overhead];
    char service[64], account[64];
    seal(blob, number);
    sqlite3_bind_blob(update, 1, blob, blob_size, SQLITE_STATIC);
    bind_names(update, 2, number, service, account);
    return finish(update);
}

int limits_delete(long number) {
    char service[64], account[64];
    bind_names(delete, 1, number, service, account);
    return finish(delete);
}

long limits_list(long count) {
    long found = 0;
    sqlite3_bind_int64(list, 1, count);
    while (sqlite3_step(list) == SQLITE_ROW) {
        if (open_blob(sqlite3_column_blob(list, 4)) != 0) break;
        found++;
    }
    sqlite3_reset(list);
    return found;
}

void limits_close(void) {
    sqlite3_finalize(insert);
    sqlite3_finalize(lookup);
    sqlite3_finalize(update);
    sqlite3_finalize(delete);
    sqlite3_finalize(list);
    sqlite3_close(db);
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}
