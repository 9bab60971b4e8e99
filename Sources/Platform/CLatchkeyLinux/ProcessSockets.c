// Which sockets processes have open, and how those are connected.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Linux 5.6; the same number everywhere. */
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

static DIR *open_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return NULL;
    DIR *stream = fdopendir(folder);
    if (stream == NULL) close(folder);
    return stream;
}

static DIR *descriptors_of(int32_t process) {
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/fd", process);
    return open_folder(path);
}

/* The next socket of the folder: 1, 0 at the end, -1 with errno. */
static int next_socket(DIR *stream, struct latchkey_socket *socket) {
    while (1) {
        errno = 0;
        struct dirent *entry = readdir(stream);
        if (entry == NULL) return errno == 0 ? 0 : -1;
        if (entry->d_name[0] == '.') continue;
        char target[40];
        ssize_t size = readlinkat(dirfd(stream), entry->d_name, target, sizeof target - 1);
        /* Closed since. */
        if (size < 0) continue;
        target[size] = 0;
        unsigned long node;
        char last;
        if (sscanf(target, "socket:[%lu%c", &node, &last) != 2 || last != ']') continue;
        socket->node = (uint32_t)node;
        socket->descriptor = (int32_t)strtol(entry->d_name, NULL, 10);
        return 1;
    }
}

long latchkey_sockets_of(int32_t process, struct latchkey_socket *sockets, long count) {
    DIR *stream = descriptors_of(process);
    if (stream == NULL) return -1;
    long found = 0;
    int next;
    struct latchkey_socket one;
    while ((next = next_socket(stream, &one)) == 1) {
        if (found == count) {
            next = -1;
            errno = E2BIG;
            break;
        }
        sockets[found++] = one;
    }
    int error = errno;
    closedir(stream);
    errno = error;
    return next < 0 ? -1 : found;
}

/* As latchkey_has_socket, of the descriptors in a folder. */
static int has_socket_in(DIR *stream, const uint32_t *nodes, long count) {
    if (stream == NULL) return errno == ENOENT || errno == ESRCH ? 0 : -1;
    int next, found = 0;
    struct latchkey_socket one;
    while (!found && (next = next_socket(stream, &one)) == 1)
        for (long place = 0; place < count && !found; place++) found = nodes[place] == one.node;
    int error = errno;
    closedir(stream);
    errno = error;
    return found || next == 0 || error == ENOENT || error == ESRCH ? found : -1;
}

/* Whether a thread has the same descriptors as the first one of its process, as nearly all have: 1 or 0, -1 if this
   process may not know. */
static int shares_descriptors(int32_t process, int32_t thread) {
    long order = syscall(SYS_kcmp, process, thread, 2 /* KCMP_FILES */, 0, 0);
    if (order >= 0) return order == 0;
    /* It has ended, or no thread of this kernel can be asked about: to look at all would take too long. */
    return errno == ESRCH || errno == ENOSYS ? 1 : -1;
}

/* Threads with descriptors of their own that are looked at. */
static const int most_threads = 1 << 12;

/* Of the threads that have descriptors of their own (unshare(2)), which the process's folder does not show. */
static int has_socket_in_threads(int32_t process, const uint32_t *nodes, long count) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/task", process);
    /* A link each, and three for one thread. */
    if (stat(path, &status) != 0) return errno == ENOENT || errno == ESRCH ? 0 : -1;
    if (status.st_nlink <= 3) return 0;
    DIR *threads = open_folder(path);
    if (threads == NULL) return errno == ENOENT || errno == ESRCH ? 0 : -1;
    int found = 0, seen = 0;
    struct dirent *entry;
    while (found == 0 && (entry = readdir(threads)) != NULL) {
        int32_t thread = (int32_t)strtol(entry->d_name, NULL, 10);
        if (thread <= 0 || thread == process) continue;
        int shares = shares_descriptors(process, thread);
        if (shares == 1) continue;
        if (shares < 0 || ++seen > most_threads) {
            if (shares == 0) errno = E2BIG;
            found = -1;
            break;
        }
        snprintf(path, sizeof path, "/proc/%d/task/%d/fd", process, thread);
        found = has_socket_in(open_folder(path), nodes, count);
    }
    int error = errno;
    closedir(threads);
    errno = error;
    return found;
}

int latchkey_has_socket(int32_t process, const uint32_t *nodes, long count) {
    int found = has_socket_in(descriptors_of(process), nodes, count);
    return found == 0 ? has_socket_in_threads(process, nodes, count) : found;
}

int latchkey_peer_of(int process, int descriptor, uint32_t *node) {
    int socket = (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
    if (socket < 0) return -1;
    int result = latchkey_peer_socket(socket, node);
    latchkey_close_elsewhere(socket);
    return result;
}

int latchkey_accepted(int process, int descriptor, uint32_t node, struct latchkey_connection *connection) {
    int wants_peer = connection->process != -1;
    *connection = (struct latchkey_connection){.process = 0};
    int socket = (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
    /* Closed since. */
    if (socket < 0) return errno == EBADF || errno == ESRCH ? 0 : -1;
    struct stat status;
    struct sockaddr_un own, peer;
    struct ucred who;
    int type = 0, listens = 1;
    socklen_t own_size = sizeof own, peer_size = sizeof peer, who_size = sizeof who, size = sizeof type;
    /* One that was accepted has the address of its listener; one that has connected itself has none. */
    int accepted = fstat(socket, &status) == 0 && S_ISSOCK(status.st_mode) && (uint32_t)status.st_ino == node &&
                   getsockname(socket, (struct sockaddr *)&own, &own_size) == 0 && own.sun_family == AF_UNIX &&
                   own_size > sizeof own.sun_family && getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
                   type == SOCK_STREAM;
    size = sizeof listens;
    accepted = accepted && getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && !listens &&
               getpeername(socket, (struct sockaddr *)&peer, &peer_size) == 0 &&
               getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &who_size) == 0;
    if (accepted) {
        connection->process = who.pid;
        if (!wants_peer || latchkey_peer_socket(socket, &connection->peer) != 0) connection->peer = 0;
    }
    /* It can be the last descriptor by now, and something may have been sent that takes long to close. */
    latchkey_close_elsewhere(socket);
    return accepted;
}
