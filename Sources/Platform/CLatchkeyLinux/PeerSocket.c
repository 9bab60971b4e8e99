// Which socket is at the other end of a connection.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The inode of the other end, from the answer of sock_diag(7) about this one. */
static int node_in(const char *answer, size_t size, uint32_t *node) {
    const struct nlmsghdr *header = (const struct nlmsghdr *)(const void *)answer;
    if (size < NLMSG_LENGTH(sizeof(struct unix_diag_msg)) || header->nlmsg_len > size ||
        header->nlmsg_len < NLMSG_LENGTH(sizeof(struct unix_diag_msg)) || header->nlmsg_type != SOCK_DIAG_BY_FAMILY)
        return -1;
    size_t left = header->nlmsg_len - NLMSG_LENGTH(sizeof(struct unix_diag_msg));
    const char *place = answer + NLMSG_LENGTH(sizeof(struct unix_diag_msg));
    while (left >= sizeof(struct rtattr)) {
        struct rtattr part;
        memcpy(&part, place, sizeof part);
        if (part.rta_len < sizeof part || part.rta_len > left) return -1;
        if (part.rta_type == UNIX_DIAG_PEER && part.rta_len == sizeof part + sizeof *node) {
            memcpy(node, place + sizeof part, sizeof *node);
            return 0;
        }
        size_t step = RTA_ALIGN(part.rta_len);
        if (step > left) return -1;
        left -= step;
        place += step;
    }
    return -1;
}

int latchkey_peer_socket(int descriptor, uint32_t *node) {
    struct stat own;
    if (fstat(descriptor, &own) != 0) return -1;
    int diagnosis = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (diagnosis < 0) return -1;
    struct {
        struct nlmsghdr header;
        struct unix_diag_req request;
    } question = {
        .header = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .request = {.sdiag_family = AF_UNIX,
                    .udiag_states = ~0u,
                    .udiag_ino = (uint32_t)own.st_ino,
                    .udiag_show = UDIAG_SHOW_PEER,
                    .udiag_cookie = {~0u, ~0u}},
    };
    _Alignas(struct nlmsghdr) char answer[1024];
    ssize_t size = -1;
    /* The kernel answers before send returns. */
    if (send(diagnosis, &question, sizeof question, 0) == (ssize_t)sizeof question)
        size = recv(diagnosis, answer, sizeof answer, MSG_DONTWAIT);
    close(diagnosis);
    return size > 0 ? node_in(answer, (size_t)size, node) : -1;
}
