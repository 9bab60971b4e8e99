// The one request to the system's daemon (Documentation/Reference/Formats/Wire.md, section 7).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <security/pam_modutil.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "Clock.h"
#include "Token.h"

/// What became of the request: 0 if the daemon has done it, else an `OSStatus`.
enum {
    done = 0,
    notAvailable = -25291,  // no daemon, or not one of the system
    authFailed = -25293,    // the keychain has another password
    noSuchKeychain = -25294,
    late = 1,               // it has not answered in time
};

enum { greetingSize = 16, headerSize = 12, actionUnlock = 1, actionChange = 2, kindReply = 2, kindError = 3, kindLogin = 5 };
/// Connections that the daemon may end before its welcome: the first of each exec, and those of a daemon that makes
/// room or ends.
enum { mostTries = 4 };

/// The request as it goes out: wiped when it has gone.
struct message {
    size_t size;
    unsigned char bytes[headerSize + 6 + 2 * (4 + longestToken)];
};

static void put(struct message *message, const void *bytes, size_t count) {
    memcpy(message->bytes + message->size, bytes, count);
    message->size += count;
}

static void put_number(struct message *message, uint32_t number) {
    unsigned char bytes[] = {number >> 24, number >> 16, number >> 8, number};
    put(message, bytes, sizeof bytes);
}

static void put_token(struct message *message, const struct token *token) {
    put_number(message, (uint32_t)token->size);
    put(message, token->bytes, token->size);
}

static uint32_t number_at(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// - Returns: `done`, `late`, or `notAvailable` where the other end has gone.
static int send_all(int connection, const unsigned char *bytes, size_t count, int64_t deadline) {
    while (count > 0) {
        ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (!wait_for(connection, POLLOUT, deadline)) return late;
        } else if (errno != EINTR) {
            return notAvailable;
        }
    }
    return done;
}

static int receive_all(int connection, unsigned char *bytes, size_t count, int64_t deadline) {
    while (count > 0) {
        ssize_t received = recv(connection, bytes, count, 0);
        if (received > 0) {
            bytes += received;
            count -= (size_t)received;
        } else if (received < 0 && errno == EAGAIN) {
            if (!wait_for(connection, POLLIN, deadline)) return late;
        } else if (received == 0 || errno != EINTR) {
            return notAvailable;
        }
    }
    return done;
}

/// Connects to a socket where root or the daemon's user listens, and to no other.
/// - Returns: the connection, or -1 with the outcome.
static int connected(pam_handle_t *pam, const char *path, int64_t deadline, int *outcome) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *outcome = notAvailable;
    if (strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return -1;
    // Where the queue of the socket is full, the kernel lets those in first who wait.
    for (;;) {
        int64_t left = deadline - milliseconds();
        struct timeval time = {.tv_sec = left / 1000, .tv_usec = left % 1000 * 1000};
        if (left > 0 && setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) == 0) {
            if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) break;
            if (errno == EINTR) continue;
        }
        if (left <= 0 || errno == EAGAIN) *outcome = late;
        close(connection);
        return -1;
    }
    // From here on poll(2) waits.
    if (fcntl(connection, F_SETFL, O_NONBLOCK) != 0) {
        close(connection);
        return -1;
    }
    struct ucred listener;
    socklen_t size = sizeof listener;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &listener, &size) == 0) {
        if (listener.uid == 0) return connection;
        struct passwd *daemon = pam_modutil_getpwnam(pam, "latchkey");
        if (daemon && daemon->pw_uid == listener.uid) return connection;
    }
    close(connection);
    return -1;
}

/// - Returns: as ``ask``, or `notAvailable` with `*isEarly` set where the daemon has ended the connection before its
///   welcome.
static int ask_once(pam_handle_t *pam, const char *path, const struct message *message, int64_t deadline, int *isEarly) {
    static const unsigned char greeting[greetingSize] = {'l', 'a', 't', 'c', 'h', 'k', 'e', 'y', 0, 1, 0, 1};
    unsigned char answer[headerSize + 4];
    int outcome;
    *isEarly = 0;
    int connection = connected(pam, path, deadline, &outcome);
    if (connection < 0) return outcome;
    outcome = send_all(connection, greeting, sizeof greeting, deadline);
    if (outcome == done) outcome = receive_all(connection, answer, greetingSize, deadline);
    if (outcome == done) {
        // Version 1, and nothing else is spoken here.
        if (memcmp(answer, greeting, 8) != 0 || number_at(answer + 8) != 1U << 16) outcome = notAvailable;
    } else {
        *isEarly = outcome == notAvailable;
    }
    if (outcome == done) outcome = send_all(connection, message->bytes, message->size, deadline);
    // The shortest body of a reply is one byte; an error begins with its number.
    if (outcome == done) outcome = receive_all(connection, answer, headerSize + 1, deadline);
    if (outcome == done && answer[8] == kindError && number_at(answer) >= 4) {
        outcome = receive_all(connection, answer + headerSize + 1, 3, deadline);
        if (outcome == done) outcome = (int32_t)number_at(answer + headerSize);
    } else if (outcome == done && (answer[8] != kindReply || answer[headerSize] != 0)) {
        outcome = notAvailable;
    }
    close(connection);
    return outcome;
}

/// Has the daemon unlock the login keychain of a user, or give it another password.
/// - Parameter new: NULL if it is to be unlocked.
/// - Parameter patience: milliseconds, of which those are taken that this has needed. A request that has gone out is
///   done also later.
static int ask(pam_handle_t *pam, const char *path, uid_t user, const struct token *token, const struct token *new, int *patience) {
    struct message message = {0};
    int64_t began = milliseconds(), deadline = began + *patience;
    put_number(&message, (uint32_t)(6 + 4 + token->size + (new ? 4 + new->size : 0)));
    put_number(&message, 1);
    put_number(&message, (uint32_t)kindLogin << 24);
    put(&message, (unsigned char[]){1, new ? actionChange : actionUnlock}, 2);
    put_number(&message, user);
    put_token(&message, token);
    if (new) put_token(&message, new);
    int outcome = notAvailable, isEarly = 1;
    for (int try = 0; try < mostTries && isEarly; try++) outcome = ask_once(pam, path, &message, deadline, &isEarly);
    explicit_bzero(&message, sizeof message);
    int64_t needed = milliseconds() - began;
    *patience = needed < *patience ? *patience - (int)needed : 0;
    return outcome;
}
