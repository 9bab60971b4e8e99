// Connects to a user's session bus and gives the socket to the daemon of the system, which answers there.
// SPDX-License-Identifier: Apache-2.0
//
// The bus judges a connection by who called connect(2): this program is the user's, and setgid latchkey-bus, and the
// bus lets only that group have the name org.freedesktop.secrets. It says nothing on the bus and reads nothing from it.
// Documentation/Design/Decisions/0046-the-bus-in-the-daemon.md says why it is there.
#define _GNU_SOURCE
#include "BusAddress.h"
#include "Handover.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/// What a service manager makes of them: after `gone` it starts this program again, after the others not.
enum status { busHasGone = 0, gone = 1, usage = 2, notServed = 3 };

enum { patience = 60, connecting = 10 };

_Noreturn static void fail(enum status status, const char *what, const char *why) {
    fprintf(stderr, "latchkey-session: %s%s%s\n", what, why ? ": " : "", why ? why : "");
    exit(status);
}

/// A connected socket, or -1. What it waits for the user alone may have caused, and waits for.
static int connected(const struct sockaddr_un *address, socklen_t size) {
    const struct timeval limit = {connecting, 0}, none = {0, 0};
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int result = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (result == 0)
        do result = connect(descriptor, (const struct sockaddr *)address, size);
        while (result != 0 && errno == EINTR);
    // The option goes with the socket to whoever gets it.
    if (result == 0) result = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
    if (result == 0) return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static int connect_to_bus(void) {
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    char usual[64];
    if (address == NULL || *address == 0) {
        snprintf(usual, sizeof usual, "unix:path=/run/user/%u/bus", (unsigned)getuid());
        address = usual;
    }
    errno = EINVAL;
    int bus = for_each_alternative(address, connected);
    if (bus < 0) fail(gone, "cannot connect to the session bus", strerror(errno));
    return bus;
}

static int connect_to_daemon(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail(usage, "the path of the socket is too long", NULL);
    strcpy(address.sun_path, path);
    int daemon = connected(&address, sizeof address);
    if (daemon < 0) fail(gone, "cannot connect to the keychain daemon of the system", strerror(errno));
    return daemon;
}

static void hand_over(int daemon, int bus) {
    struct iovec part = {(void *)handover, sizeof handover};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof bus)];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof bus);
    memcpy(CMSG_DATA(rights), &bus, sizeof bus);
    ssize_t count;
    do count = sendmsg(daemon, &message, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    // The daemon has ended the connection already. Why, it has said before.
    if (count < 0 && (errno == EPIPE || errno == ECONNRESET)) return;
    if (count != (ssize_t)sizeof handover) fail(gone, "cannot hand the session bus over", count < 0 ? strerror(errno) : NULL);
}

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Reads exactly this many bytes. Exits if the daemon has gone, or if they are late; -1 stands for whenever.
static void receive(int daemon, unsigned char *into, size_t size, long long until) {
    for (size_t done = 0; done < size;) {
        struct pollfd arrival = {daemon, POLLIN, 0};
        long long left = until < 0 ? -1 : until - milliseconds();
        int ready = until >= 0 && left <= 0 ? 0 : poll(&arrival, 1, (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) fail(gone, "the keychain daemon does not answer", NULL);
        ssize_t count = recv(daemon, into + done, size - done, MSG_DONTWAIT);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) fail(gone, "the keychain daemon has ended", NULL);
        done += (size_t)count;
    }
}

_Noreturn static void watch(int daemon) {
    long long until = milliseconds() + patience * 1000;
    for (;;) {
        unsigned char word[2], text[256];
        receive(daemon, word, sizeof word, until);
        receive(daemon, text, word[1], until);
        // Nothing that a terminal or a journal would obey.
        for (size_t place = 0; place < word[1]; place++)
            if (text[place] < ' ' || text[place] > '~') text[place] = '?';
        text[word[1]] = 0;
        switch (word[0]) {
        case serving: break;
        case waiting: fprintf(stderr, "latchkey-session: %s\n", text); break;
        case refused: fail(notServed, "the keychain daemon refuses", (const char *)text);
        case over: exit(busHasGone);
        case busy: fail(gone, "the keychain daemon has no room now", (const char *)text);
        default: fail(notServed, "the keychain daemon speaks another version", NULL);
        }
        until = -1;
    }
}

int main(int count, char **arguments) {
    const char *path = "/run/latchkey/session.sock";
    // Nobody looks into this process, whatever fs.suid_dumpable says.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return gone;
    // What is inherited belongs to who calls, and none of the three streams is left for a socket.
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (null >= 0 && null < 3) null = dup(null);
    if (null < 0 || syscall(SYS_close_range, 3u, ~0u, 0u) != 0) return gone;
    // A terminal that has gone must not end what the session needs; its other signals do.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    if (count == 3 && strcmp(arguments[1], "--socket") == 0 && getauxval(AT_SECURE) == 0) {
        path = arguments[2];
    } else if (count != 1) {
        fail(usage, "usage: latchkey-session [--socket PATH]", "a path is taken only from a program that is not setgid");
    }
    if (getauxval(AT_SECURE) == 0)
        fprintf(stderr, "latchkey-session: without the right of its group (a nosuid mount, NoNewPrivileges= or a changed mode take it)\n");
    int bus = connect_to_bus(), daemon = connect_to_daemon(path);
    hand_over(daemon, bus);
    close(bus);
    watch(daemon);
}
