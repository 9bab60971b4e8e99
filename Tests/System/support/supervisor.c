// Starts a program under a filter of system calls whose answers it gives itself: it shows the program an
// /etc/ld.so.preload.
// SPDX-License-Identifier: Apache-2.0
// usage: supervisor LIBRARY PROGRAM ARGUMENTS…
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

union control {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
};

/// Adds the filter, gives the other end of the socket what hears of it, and becomes the program.
static void become(char **words, int socket) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_faccessat, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
#ifdef SYS_access
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_access, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    union control control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    char byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    memcpy(CMSG_DATA(&control.header), &listener, sizeof listener);
    if (listener < 0 || sendmsg(socket, &message, 0) != 1 || read(socket, &byte, 1) != 1) _exit(99);
    close(listener);
    execv(words[2], words + 2);
    _exit(98);
}

int main(int count, char **words) {
    int ends[2];
    if (count < 3 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 97;
    pid_t child = fork();
    if (child == 0) become(words, ends[1]);
    union control control;
    char byte;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(ends[0], &message, 0) != 1) return 96;
    int listener, state = 0, list = memfd_create("list", MFD_CLOEXEC);
    memcpy(&listener, CMSG_DATA(&control.header), sizeof listener);
    dprintf(list, "%s\n", words[1]);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", list);
    if (write(ends[0], &byte, 1) != 1) return 95;
    for (;;) {
        struct seccomp_notif asked = {0};
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) {
            if (errno == EINTR) continue;
            break;
        }
        struct seccomp_notif_resp answer = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        if (state == 0 && asked.data.nr != SYS_openat) {
            // There is such a file.
            answer.flags = 0;
            state = 1;
        } else if (state == 1 && asked.data.nr == SYS_openat) {
            struct seccomp_notif_addfd shown = {.id = asked.id, .flags = SECCOMP_ADDFD_FLAG_SEND, .srcfd = (unsigned)open(path, O_RDONLY),
                                                .newfd_flags = O_CLOEXEC};
            state = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &shown) < 0 ? 3 : 2;
            if (state == 2) continue;
        }
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    int status;
    return waitpid(child, &status, 0) != child;
}
