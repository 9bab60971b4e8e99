// The password of a login, from when it is typed until it is handed on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// Longer ones unlock nothing. Linux-PAM takes 512 bytes, the daemon 1 024.
enum { longestToken = 1024 };

/// A page of its own, which is not swapped and not in a core file.
struct token {
    /// Milliseconds that the login may still wait for the daemon, all its calls together.
    int patience;
    /// Whose it is: a service may go on as somebody else (sudo).
    char user[256];
    size_t size;
    char bytes[longestToken];
};

static void forget_token(struct token *token) {
    if (!token) return;
    explicit_bzero(token, sizeof *token);
    munmap(token, sizeof *token);
}

/// Nothing is left but the patience.
static void empty_token(struct token *token) {
    explicit_bzero(token->bytes, sizeof token->bytes);
    token->size = 0;
}

/// - Returns: NULL if there is no memory, and for what is too long.
static struct token *make_token(const char *user, const char *password, int patience) {
    size_t size = strlen(password), length = strlen(user);
    if (size == 0 || size > longestToken) return NULL;
    struct token *token = mmap(NULL, sizeof *token, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (token == MAP_FAILED) return NULL;
    if (length >= sizeof token->user || madvise(token, sizeof *token, MADV_DONTDUMP) != 0) {
        forget_token(token);
        return NULL;
    }
    // A service may have used up what it may lock: then the page can be swapped, as the one that the password came
    // from.
    (void)mlock(token, sizeof *token);
    token->patience = patience;
    memcpy(token->user, user, length + 1);
    token->size = size;
    memcpy(token->bytes, password, size);
    return token;
}
