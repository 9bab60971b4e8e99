// The limit of a daemon: a server in C that takes so many bytes through a Unix socket and gives so many back.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLimits.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { largest = 65536, connections = 1024 };

static int address(const char *path, struct sockaddr_un *name) {
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name->sun_path) return ENAMETOOLONG;
    strcpy(name->sun_path, path);
    return 0;
}

// Sends or receives all of it.
static int move(int file, char *bytes, int count, int isSending) {
    for (int done = 0; done < count;) {
        ssize_t part = isSending ? send(file, bytes + done, (size_t)(count - done), MSG_NOSIGNAL)
                                 : recv(file, bytes + done, (size_t)(count - done), 0);
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0) return -1;
        done += (int)part;
    }
    return 0;
}

int limits_echo_serve(const char *path, int request, int answer) {
    static char bytes[largest];
    struct sockaddr_un name;
    if (request > largest || answer > largest || address(path, &name) != 0) return EINVAL;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), poller = epoll_create1(EPOLL_CLOEXEC);
    if (listener < 0 || poller < 0 || bind(listener, (struct sockaddr *)&name, sizeof name) != 0) return errno;
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = listener}}, events[64];
    if (listen(listener, connections) != 0 || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) != 0) return errno;
    for (;;) {
        int count = epoll_wait(poller, events, 64, -1);
        if (count < 0 && errno != EINTR) return errno;
        for (int index = 0; index < count; index++) {
            int file = events[index].data.fd;
            if (file == listener) {
                event.data.fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
                if (event.data.fd >= 0) epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
            } else if (move(file, bytes, request, 0) != 0 || move(file, bytes, answer, 1) != 0) {
                close(file);
            }
        }
    }
}

static int echo = -1, request_size, answer_size;

int limits_echo_connect(const char *path, int request, int answer) {
    struct sockaddr_un name;
    if (request > largest || answer > largest || address(path, &name) != 0) return EINVAL;
    request_size = request;
    answer_size = answer;
    echo = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return echo >= 0 && connect(echo, (struct sockaddr *)&name, sizeof name) == 0 ? 0 : errno;
}

int limits_echo(void) {
    static char bytes[largest];
    return move(echo, bytes, request_size, 1) == 0 && move(echo, bytes, answer_size, 0) == 0 ? 0 : -1;
}
