// Unix sockets with the kernel's word on who is at the other end.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <syslog.h>
#include <sys/un.h>
#include <unistd.h>

/* Linux 6.5; not in the headers of every distribution. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
/* Linux 6.16. */
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

/* Descriptors in one message at most (SCM_MAX_FD of the kernel). */
#define LARGEST_RIGHTS 253

/* Connections that wait to be accepted. */
static const int backlog = 1024;

/* -1 with errno for a path that is too long. */
static int address_of(const char *path, struct sockaddr_un *address, socklen_t *size) {
    size_t length = strlen(path);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address->sun_path, path, length);
    *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    return 0;
}

static int close_keeping_errno(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

/// A socket that no program takes for its standard input, output or error, which whoever started it may have closed:
/// what it prints would be sent.
static int socket_beyond_streams(void) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    int other = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close_keeping_errno(descriptor);
    return other;
}

int latchkey_connect(const char *path, int seconds) {
    struct sockaddr_un address;
    socklen_t size;
    if (address_of(path, &address, &size) != 0) return -1;
    int descriptor = socket_beyond_streams();
    if (descriptor < 0) return -1;
    /* A full queue makes connect wait; the time for sending bounds that. */
    if (latchkey_set_times(descriptor, seconds, seconds) != 0) return close_keeping_errno(descriptor);
    int result;
    do result = connect(descriptor, (const struct sockaddr *)&address, size);
    while (result != 0 && errno == EINTR);
    return result == 0 ? descriptor : close_keeping_errno(descriptor);
}

int latchkey_connect_abstract(const char *name, int seconds) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path + 1, name, length);
    int descriptor = socket_beyond_streams();
    if (descriptor < 0) return -1;
    if (latchkey_set_times(descriptor, seconds, seconds) != 0) return close_keeping_errno(descriptor);
    int result;
    do result = connect(descriptor, (const struct sockaddr *)&address,
                        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length));
    while (result != 0 && errno == EINTR);
    return result == 0 ? descriptor : close_keeping_errno(descriptor);
}

static int listen_at(const char *path, unsigned int mode, int passing) {
    struct sockaddr_un address;
    socklen_t size;
    if (address_of(path, &address, &size) != 0) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    /* Nobody can connect before it listens, whatever the mode of the file is until then. */
    if (bind(descriptor, (const struct sockaddr *)&address, size) != 0) return close_keeping_errno(descriptor);
    int isReady = chmod(path, mode) == 0 && (passing || latchkey_receive_senders(descriptor) == 0);
    if (!isReady || listen(descriptor, backlog) != 0) {
        int reason = errno;
        unlink(path);
        errno = reason;
        return close_keeping_errno(descriptor);
    }
    return descriptor;
}

int latchkey_listen(const char *path, unsigned int mode) { return listen_at(path, mode, 0); }

int latchkey_listen_passing(const char *path, unsigned int mode) { return listen_at(path, mode, 1); }

int latchkey_is_listening(int descriptor) {
    int domain = 0, type = 0, listens = 0;
    socklen_t size = sizeof domain;
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
    size = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) return 0;
    size = sizeof listens;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens;
}

int latchkey_accept(int descriptor) {
    int result;
    do result = accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (result < 0 && errno == EINTR);
    /* Again, because a client may have connected before the listener was told. */
    if (result >= 0 && latchkey_receive_senders(result) != 0) return close_keeping_errno(result);
    return result;
}

int latchkey_receive_senders(int descriptor) {
    const int on = 1, off = 0;
    /* Whoever sends descriptors gets an error then. An older kernel lets them through: see latchkey_receive. */
    (void)setsockopt(descriptor, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off);
    return setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

/* A pipe with the numbers of descriptors that are to be closed. */
static int unwanted[2] = {-1, -1};
static pthread_once_t closer_started = PTHREAD_ONCE_INIT;

static void *close_unwanted(void *nothing) {
    (void)nothing;
    int passed;
    for (;;) {
        ssize_t count = read(unwanted[0], &passed, sizeof passed);
        if (count == sizeof passed) close(passed);
        else if (count >= 0 || errno != EINTR) return NULL;
    }
}

static void start_closer(void) {
    if (pipe2(unwanted, O_CLOEXEC) != 0) return;
    pthread_t thread;
    if (fcntl(unwanted[1], F_SETFL, O_NONBLOCK) == 0 && pthread_create(&thread, NULL, close_unwanted, NULL) == 0) {
        pthread_detach(thread);
        return;
    }
    close(unwanted[0]);
    close(unwanted[1]);
    unwanted[0] = unwanted[1] = -1;
}

/* Closing can wait for whoever passed the descriptor: for the rest of a connection that lingers, for a file system of the
   user's own. The caller must not wait; if nothing else is left, the descriptor stays open. */
void latchkey_close_elsewhere(int descriptor) {
    (void)pthread_once(&closer_started, start_closer);
    (void)!write(unwanted[1], &descriptor, sizeof descriptor);
}

long latchkey_receive(int descriptor, void *buffer, size_t size, int32_t *sender) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(LARGEST_RIGHTS * sizeof(int))];
    } control;
    struct iovec part = {buffer, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    long count;
    do {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        count = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    *sender = 0;
    if (count < 0) return count;
    int hasRights = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SCM_CREDENTIALS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(part), sizeof who);
            *sender = who.pid;
        } else if (part->cmsg_type == SCM_RIGHTS) {
            hasRights = 1;
            size_t number = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (size_t index = 0; index < number; index++) {
                int passed;
                memcpy(&passed, CMSG_DATA(part) + index * sizeof(int), sizeof passed);
                latchkey_close_elsewhere(passed);
            }
        }
    }
    if (hasRights) {
        explicit_bzero(buffer, (size_t)count);
        errno = EPROTO;
        return -1;
    }
    return count;
}

int latchkey_accept_passing(int descriptor) {
    int result;
    do result = accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (result < 0 && errno == EINTR);
    return result;
}

int latchkey_is_connection_to(int descriptor, uint32_t user) {
    int domain = 0, type = 0, listens = 1;
    struct ucred who;
    struct sockaddr_un peer;
    socklen_t size = sizeof domain;
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
    size = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) return 0;
    size = sizeof listens;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens) return 0;
    size = sizeof peer;
    if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0) return 0;
    size = sizeof who;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.pid > 0 && who.uid == user;
}

int latchkey_is_named(int descriptor, const char *name) {
    struct sockaddr_un own;
    socklen_t size = sizeof own;
    memset(&own, 0, sizeof own);
    if (getsockname(descriptor, (struct sockaddr *)&own, &size) != 0 || own.sun_family != AF_UNIX || own.sun_path[0] != '/') return 0;
    size_t length = strnlen(own.sun_path, sizeof own.sun_path), end = strlen(name);
    return length > end && own.sun_path[length - end - 1] == '/' && memcmp(own.sun_path + length - end, name, end) == 0;
}

int latchkey_peer_group(int descriptor, uint32_t *group) {
    struct ucred who;
    socklen_t size = sizeof who;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return -1;
    *group = who.gid;
    return 0;
}

long latchkey_receive_waiting(int descriptor, void *buffer, size_t size) {
    long count;
    do count = recv(descriptor, buffer, size, 0);
    while (count < 0 && errno == EINTR);
    return count;
}

int latchkey_has_pending(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) != 0 || count > 0;
}

void latchkey_log(const char *line) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
    char message[512];
    int count = snprintf(message, sizeof message, "<%d>%s", LOG_USER | LOG_NOTICE, line);
    if (count <= 0 || (size_t)count >= sizeof message) return;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return;
    int before = errno;
    (void)sendto(descriptor, message, (size_t)count, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address);
    close(descriptor);
    errno = before;
}

int latchkey_wait_readable(int descriptor, int microseconds) {
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN | POLLRDHUP};
    const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000L};
    return ppoll(&wanted, 1, &time, NULL) > 0;
}

long latchkey_send(int descriptor, const void *buffer, size_t size, int waiting) {
    long count;
    do count = send(descriptor, buffer, size, MSG_NOSIGNAL | (waiting ? 0 : MSG_DONTWAIT));
    while (count < 0 && errno == EINTR);
    return count;
}

int latchkey_set_times(int descriptor, int sending, int receiving) {
    const struct timeval send = {sending, 0}, receive = {receiving, 0};
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &send, sizeof send) != 0) return -1;
    return setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &receive, sizeof receive);
}

int latchkey_peer(int descriptor, int32_t *process, uint32_t *user) {
    struct ucred who;
    socklen_t size = sizeof who;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) return -1;
    *process = who.pid;
    *user = who.uid;
    return 0;
}

int latchkey_peer_process_descriptor(int descriptor) {
    int process = -1;
    socklen_t size = sizeof process;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &process, &size) == 0 ? process : -1;
}

int latchkey_process_descriptor(int32_t process) { return (int)syscall(SYS_pidfd_open, (pid_t)process, 0); }

int latchkey_is_running(int process) {
    struct pollfd ended = {process, POLLIN, 0};
    return poll(&ended, 1, 0) == 0;
}

int latchkey_send_datagram(const char *path, const char *text) {
    struct sockaddr_un address;
    socklen_t size;
    if (address_of(path, &address, &size) != 0) return -1;
    if (address.sun_path[0] == '@') {
        address.sun_path[0] = 0;
        size -= 1;
    }
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    long count = sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (const struct sockaddr *)&address, size);
    close_keeping_errno(descriptor);
    return count < 0 ? -1 : 0;
}
