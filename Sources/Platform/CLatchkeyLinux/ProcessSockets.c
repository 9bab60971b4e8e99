// Which sockets processes have open, and how those are connected.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The kernel's number of an established connection (TCP_ESTABLISHED), which its header does not share with the C
   library's. */
enum { established = 1 };

static DIR *descriptors_of(int32_t process) {
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/fd", process);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return NULL;
    DIR *stream = fdopendir(folder);
    if (stream == NULL) close(folder);
    return stream;
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

int latchkey_has_socket(int32_t process, const uint32_t *nodes, long count) {
    DIR *stream = descriptors_of(process);
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

/* Reads what sock_diag(7) says of one socket. */
static int connection_in(const struct nlmsghdr *header, struct latchkey_connection *connection) {
    if (header->nlmsg_len < NLMSG_LENGTH(sizeof(struct unix_diag_msg))) return -1;
    struct unix_diag_msg message;
    memcpy(&message, NLMSG_DATA(header), sizeof message);
    *connection = (struct latchkey_connection){.node = message.udiag_ino};
    size_t left = header->nlmsg_len - NLMSG_LENGTH(sizeof message);
    const char *place = (const char *)NLMSG_DATA(header) + sizeof message;
    while (left >= sizeof(struct rtattr)) {
        struct rtattr part;
        memcpy(&part, place, sizeof part);
        if (part.rta_len < sizeof part || part.rta_len > left) return -1;
        if (part.rta_type == UNIX_DIAG_PEER && part.rta_len == sizeof part + sizeof connection->peer)
            memcpy(&connection->peer, place + sizeof part, sizeof connection->peer);
        if (part.rta_type == UNIX_DIAG_NAME) connection->is_named = 1;
        size_t step = RTA_ALIGN(part.rta_len);
        if (step > left) break;
        left -= step;
        place += step;
    }
    return 0;
}

/* Takes one answer's sockets into the list. 1 if there is more, 0 at the end, -1 with errno. */
static int take(const char *answer, size_t size, struct latchkey_connection *list, long count, long *found) {
    while (size >= sizeof(struct nlmsghdr)) {
        const struct nlmsghdr *header = (const struct nlmsghdr *)(const void *)answer;
        if (header->nlmsg_len < sizeof *header || header->nlmsg_len > size) break;
        if (header->nlmsg_type == NLMSG_DONE) return 0;
        if (header->nlmsg_type == NLMSG_ERROR || header->nlmsg_type != SOCK_DIAG_BY_FAMILY) break;
        struct latchkey_connection one;
        if (connection_in(header, &one) != 0) break;
        if (one.peer != 0) {
            if (*found == count) {
                errno = E2BIG;
                return -1;
            }
            list[(*found)++] = one;
        }
        size_t step = NLMSG_ALIGN(header->nlmsg_len);
        if (step > size) step = size;
        answer += step;
        size -= step;
    }
    if (size < sizeof(struct nlmsghdr)) return 1;
    errno = EPROTO;
    return -1;
}

long latchkey_connections(struct latchkey_connection *connections, long count) {
    int diagnosis = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (diagnosis < 0) return -1;
    struct {
        struct nlmsghdr header;
        struct unix_diag_req request;
    } question = {
        .header = {.nlmsg_len = sizeof question,
                   .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                   .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
        .request = {.sdiag_family = AF_UNIX,
                    .udiag_states = 1u << established,
                    .udiag_show = UDIAG_SHOW_PEER | UDIAG_SHOW_NAME},
    };
    _Alignas(struct nlmsghdr) char answer[32768];
    long found = 0;
    int more = send(diagnosis, &question, sizeof question, 0) == (ssize_t)sizeof question ? 1 : -1;
    while (more == 1) {
        /* The kernel has the next part ready before this one is read. */
        ssize_t size = recv(diagnosis, answer, sizeof answer, MSG_DONTWAIT);
        more = size > 0 ? take(answer, (size_t)size, connections, count, &found) : -1;
    }
    int error = errno;
    close(diagnosis);
    errno = error;
    return more < 0 ? -1 : found;
}
