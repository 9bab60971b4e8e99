# A connection is of one exec: a program that one is passed to does not speak there for itself.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import signal
import subprocess

import pytest
from support.daemon import as_unit, once
from support.identity import GROUPS, WANTED, finds, store_shared
from support.isolation import mount
from support.session import WITNESS
from support.wire import GREETING, frame
from support.world import run, until

# Takes a socket that is passed to it, as services do, and copies there what it is given; the answers are its output.
RECEIVING = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    int passed = -1;
    for (;;) {
        char data[4096];
        union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
        struct iovec part = {data, sizeof data};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t size = recvmsg(3, &message, MSG_CMSG_CLOEXEC);
        if (size <= 0) return 0;
        if (CMSG_FIRSTHDR(&message)) passed = *(int *)CMSG_DATA(CMSG_FIRSTHDR(&message));
        if (send(passed, data, size, MSG_NOSIGNAL) != size || (size = read(passed, data, sizeof data)) <= 0) { puts("over"); return 0; }
        for (ssize_t byte = 0; byte < size; byte++) printf("%02x", (unsigned char)data[byte]);
        puts("");
        fflush(stdout);
    }
}
"""
# Connects, leaves the connection with a child, and becomes the other program, to which the child passes it.
PASSING = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
static int connected(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return connect(made, (struct sockaddr *)&address, sizeof address) == 0 ? made : -1;
}
static int greets(int made) {
    char welcome[16];
    return send(made, "latchkey\0\1\0\1\0\0\0\0", 16, MSG_NOSIGNAL) == 16 && recv(made, welcome, 16, MSG_WAITALL) == 16;
}
static void give(int to, int passed, const char *digits) {
    char data[4096];
    size_t size = 0;
    while (sscanf(digits + 2 * size, "%2hhx", (unsigned char *)data + size) == 1) size++;
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control = {0};
    struct iovec part = {data, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (passed >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        *CMSG_FIRSTHDR(&message) = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(CMSG_FIRSTHDR(&message)), &passed, sizeof passed);
    }
    sendmsg(to, &message, 0);
}
/* SOCKET PROGRAM KIND DATA…; for the kinds that the daemon has seen before it connects once more. */
int main(int count, char **words) {
    int ends[2], made = -1;
    if (strcmp(words[3], "waiting") != 0)
        while ((made = connected(words[1])) >= 0 && !greets(made)) close(made);
    if (strcmp(words[3], "greeted") != 0) made = connected(words[1]);
    if (made < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return 1;
    if (fork() == 0) {
        close(ends[1]);
        close(1);
        give(ends[0], made, words[4]);
        for (int word = 5; word < count; word++) give(ends[0], -1, words[word]);
        close(made);
        shutdown(ends[0], SHUT_WR);
        char nothing;
        while (read(ends[0], &nothing, 1) > 0) {}
        return 0;
    }
    close(ends[0]);
    dup2(ends[1], 3);
    execl(words[2], words[2], (char *)NULL);
    return 1;
}
"""


def passes(daemon, world, shop, kind):
    """What a signed program says that got a connection which its process had made before, and was told to ask there for what it may read."""
    receiving = shop.sign("receiving", of=shop.compiled("receiving-unsigned", source=RECEIVING), **GROUPS)
    passing = shop.compiled("passing", source=PASSING)
    parts = [] if kind == "greeted" else [GREETING.hex()]
    words = [*world.ann.words, passing, daemon.path, receiving, kind, *parts, frame(WANTED).hex()]
    if kind == "waiting":
        daemon.process.send_signal(signal.SIGSTOP)
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True, cwd="/")
    if kind == "waiting":
        assert until(lambda: pathlib.Path(f"/proc/{process.pid}/comm").read_text().strip() == "receiving")
        daemon.process.send_signal(signal.SIGCONT)
    return process.communicate(timeout=60)[0]


@pytest.mark.parametrize("kind", ["waiting", "ungreeted"])
def test_without_a_witness_a_passed_connection_speaks_for_who_has_it(world, shop, kind):
    mount("-t", "tmpfs", "tmpfs", WITNESS.parent)
    daemon = as_unit(world, "--weak-identity")
    store_shared(daemon, shop)
    assert world.secret.encode().hex() in passes(daemon, world, shop, kind), "the attack is one: it reads what the program may read"


@pytest.mark.parametrize("kind", ["waiting", "ungreeted", "greeted"])
def test_a_connection_of_before_an_exec_speaks_for_nobody(unit, world, shop, kind):
    one = store_shared(unit, shop)
    said = passes(unit, world, shop, kind)
    assert world.secret.encode().hex() not in said and said, "whether the daemon had accepted it, greeted it, or neither"
    assert finds(world, once(unit, WANTED, one)), "a program that connects itself is served"


def test_programs_are_served_while_others_connect_without_end(unit, world, shop):
    one = store_shared(unit, shop)
    flood = r"while true; do python3 -c 'import socket,sys" + "\n" + r"for _ in range(200):" + "\n" + \
        r"    s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])' " + f"{unit.path}; done"
    others = [subprocess.Popen([*world.bob.words, "sh", "-c", flood], stderr=subprocess.DEVNULL, start_new_session=True) for _ in range(2)]
    try:
        for _ in range(20):
            assert finds(world, once(unit, WANTED, one)), "each new program has its answer"
    finally:
        for other in others:
            run("kill", "-KILL", "--", f"-{other.pid}")
            other.wait()
