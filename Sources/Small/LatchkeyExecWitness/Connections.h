// Has the kernel keep which exec each connection to a socket of this machine comes from.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
#pragma once

#include "Programs.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/vfs.h>

/// Makes a connection, and looks for what is kept of it: a kernel may let the program be attached and never call it.
static int sees_connections(int map) {
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), accepted = -1;
    // The kernel chooses a name for it.
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t size = sizeof address;
    if (listener >= 0 && client >= 0 && bind(listener, (struct sockaddr *)&address, sizeof address.sun_family) == 0 &&
        getsockname(listener, (struct sockaddr *)&address, &size) == 0 && listen(listener, 1) == 0 &&
        connect(client, (struct sockaddr *)&address, size) == 0)
        accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    struct latchkey_connecting found;
    int isSeen = accepted >= 0 && bpf_map_lookup_elem(map, &client, &found) == 0;
    close(accepted);
    close(client);
    close(listener);
    return isSeen;
}

/// The group that has all others in it; -1 with errno.
static int first_group(void) {
    static const char *const places[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    for (size_t number = 0; number < sizeof places / sizeof *places; number++) {
        struct statfs system;
        if (statfs(places[number], &system) == 0 && system.f_type == CGROUP2_SUPER_MAGIC) return open(places[number], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    errno = ENOENT;
    return -1;
}

/// Of a newer kernel than libbpf's headers: BPF_CGROUP_UNIX_CONNECT.
static const enum bpf_attach_type unixConnectInGroup = (enum bpf_attach_type)49;

/// Attaches a program for connections. The link, or -1 with errno.
static int attach_to_connections(struct bpf_object *object, int isInGroup) {
    if (!isInGroup) {
        struct bpf_link *link = bpf_program__attach(program_of(object, "connect"));
        return link ? bpf_link__fd(link) : -1;
    }
    int group = first_group();
    if (group < 0) return -1;
    int link = bpf_link_create(bpf_program__fd(program_of(object, "connect_in_group")), group, unixConnectInGroup, NULL);
    int reason = errno;
    close(group);
    errno = reason;
    return link;
}

/// Finds out by which of the two programs this kernel lets connections be seen.
static struct bpf_object *attach_connections(const char *path, int *link) {
    static const char *const names[] = {"connect", "connect_in_group"};
    int reasons[2];
    for (int number = 0; number < 2; number++) {
        struct bpf_object *object = load(path, names + number, 1, number == 0 ? 0 : unixConnectInGroup, reasons + number);
        if (!object) continue;
        *link = attach_to_connections(object, number == 1);
        reasons[number] = -errno;
        if (*link >= 0 && sees_connections(map_of(object, "connections"))) return object;
        // It is loaded, attached and not called.
        if (*link >= 0) reasons[number] = -ENODATA;
        close(*link);
        bpf_object__close(object);
    }
    complain("the kernel does not let it see connections: %s; %s in groups", strerror(-reasons[0]), strerror(-reasons[1]));
    return NULL;
}

static int keep_connections(const char *path) {
    int link, zero = 0;
    char kept[PATH_MAX];
    place(kept, "connect", "");
    int isFirst = access(kept, F_OK) != 0;
    struct bpf_object *object = attach_connections(path, &link);
    if (!object) return 1;
    uint64_t last;
    // All execs from now on have a higher number, and all their connections are kept.
    if (isFirst && (bpf_map_lookup_elem(map_of(object, "counter"), &zero, &last) != 0 ||
                    bpf_map_update_elem(map_of(object, "since"), &zero, &last, BPF_ANY) != 0))
        return complain("it cannot be written since when connections are kept: %s", strerror(errno));
    return pin(link, "connect");
}
