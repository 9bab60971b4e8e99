// Messages with descriptors (SCM_RIGHTS).
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union rights {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(LATCHKEY_LARGEST_RIGHTS * sizeof(int))];
};

int latchkey_pair(int pair[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair); }

long latchkey_receive_rights(int descriptor, void *buffer, size_t size, int *rights, int *count, int *missing,
                             int32_t *sender) {
    union rights control;
    struct iovec part = {buffer, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    long result;
    do {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        result = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (result < 0 && errno == EINTR);
    *count = 0;
    *missing = 0;
    *sender = 0;
    if (result < 0) return result;
    *missing = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SCM_CREDENTIALS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(part), sizeof who);
            *sender = who.pid;
        }
        if (part->cmsg_type != SCM_RIGHTS) continue;
        size_t number = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < number; index++) {
            int passed;
            memcpy(&passed, CMSG_DATA(part) + index * sizeof(int), sizeof passed);
            if (*count < LATCHKEY_LARGEST_RIGHTS) rights[(*count)++] = passed;
            else latchkey_close_elsewhere(passed);
        }
    }
    return result;
}

int latchkey_name_senders(int descriptor) {
    const int on = 1;
    return setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

long latchkey_send_rights(int descriptor, const void *buffer, size_t size, const int *rights, int count) {
    union rights control;
    struct iovec part = {(void *)(uintptr_t)buffer, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count < 0 || count > LATCHKEY_LARGEST_RIGHTS) {
        errno = EINVAL;
        return -1;
    }
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), rights, (size_t)count * sizeof(int));
    }
    long result;
    do result = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (result < 0 && errno == EINTR);
    return result;
}
